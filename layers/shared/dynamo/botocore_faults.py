"""botocore's classes of faults, loaded when the first of them is asked for.

Both clients of the table raise these. What only catches them names them as attributes of this module:

    except botocore_faults.ClientError as fault:

An `except` clause looks its classes up when something is raised. A request of which every call succeeds so
never loads botocore.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from botocore.exceptions import BotoCoreError as BotoCoreError
    from botocore.exceptions import ChecksumError as ChecksumError
    from botocore.exceptions import ClientError as ClientError
    from botocore.exceptions import ConnectionClosedError as ConnectionClosedError
    from botocore.exceptions import ConnectionError as ConnectionError  # botocore's name
    from botocore.exceptions import ConnectTimeoutError as ConnectTimeoutError
    from botocore.exceptions import EndpointConnectionError as EndpointConnectionError
    from botocore.exceptions import HTTPClientError as HTTPClientError
    from botocore.exceptions import ReadTimeoutError as ReadTimeoutError
    from botocore.exceptions import SSLError as SSLError
else:

    def __getattr__(name: str) -> type[Exception]:
        """The class of this name. Raises AttributeError for one that botocore does not have."""
        from botocore import exceptions

        return getattr(exceptions, name)
