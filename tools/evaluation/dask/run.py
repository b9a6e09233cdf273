"""The program of run_shards.py, which must not be __main__: workers import it."""

import run_shards

if __name__ == "__main__":
    run_shards.main()
