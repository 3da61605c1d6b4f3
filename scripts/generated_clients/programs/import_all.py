"""Imports every module of the package that openapi-python-client generates, in the present folder."""

import importlib
import pkgutil
import sys

sys.path.insert(0, ".")
package = importlib.import_module("talent_screening_service_client")
modules = [each.name for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
operations = [name for name in modules if ".api." in name]
for name in modules:
    importlib.import_module(name)
print(len([name for name in operations if hasattr(sys.modules[name], "sync_detailed")]))
