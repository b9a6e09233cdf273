"""Labels for macros that other workspaces may also call."""

def ours(label):
    """A label of this project that is valid in any workspace: ours("//bazel:plugin.lds")."""
    return str(Label(label))

def ours_all(labels):
    return [ours(label) for label in labels]

def called_from_ours():
    """Whether a package of this project calls the macro."""
    return native.repository_name().lstrip("@") == Label("//bazel:BUILD").workspace_name

def package_and_target(label):
    """Splits a label of this project, as written in the calling package.

    Args:
      label: a string or a Label.

    Returns:
      The package as "//a/b" and the target. The package is None for local labels
      and those of other projects.
    """
    repository, slashes, rest = str(label).partition("//")
    package, _, target = rest.partition(":")
    target = target or package.split("/")[-1]
    if not slashes:
        return None, repository.lstrip(":")
    repository_is_ours = (
        called_from_ours() if not repository else (repository.lstrip("@") in [Label("//bazel:BUILD").workspace_name, "tensorflow_lite_lite"])
    )
    return ("//" + package if repository_is_ours else None), target
