"""How much of what was said is heard wrong."""

from gather.core.words import words


def word_errors(said: str, heard: str) -> int:
    """How many words must be put in, left out or changed to make what was heard what was said."""
    wanted, found = words(said), words(heard)
    row = list(range(len(found) + 1))
    for number, word in enumerate(wanted, 1):
        before, row[0] = row[0], number
        for place, other in enumerate(found, 1):
            before, row[place] = (
                row[place],
                min(row[place] + 1, row[place - 1] + 1, before + (word != other)),
            )
    return row[-1]
