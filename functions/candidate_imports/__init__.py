"""The routes by which customers export and erase what is a candidate's."""
