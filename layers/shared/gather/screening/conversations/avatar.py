"""The interviewer's face: a moving avatar where there is one, else the page shows the replica's picture."""

from gather.content.interviews.ai_interview import AiConfiguration
from gather.ports.interviewer import Avatar


def avatar_address(configuration: AiConfiguration, avatar: Avatar) -> str | None:
    """The page that shows the moving avatar, or None.

    There is none where the interview is held by sound alone, and for a replica without an id at the provider.
    """
    replica = configuration.replica
    if configuration.audio_only or replica is None or replica.replica_id is None:
        return None
    return avatar.player(replica.replica_id, configuration.language)
