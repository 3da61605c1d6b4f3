import { useQuery } from "@tanstack/react-query";
import { FormSelect } from "../../design/FormSelect";
import { phrase } from "../../language/catalogue";
import { usersOptions } from "../../service/people";

interface RecruiterChoiceProps {
  value: string;
  onChange: (userId: string) => void;
}

export function RecruiterChoice({ value, onChange }: RecruiterChoiceProps) {
  const users = useQuery(usersOptions()).data ?? [];
  const people = users.filter(({ id, isApiUser }) => !isApiUser || id === value);
  const isGone = value !== "" && !people.some(({ id }) => id === value);
  const choices = [
    { id: "", name: phrase("jobForm.recruiter.none") },
    ...people.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
    ...(isGone ? [{ id: value, name: phrase("people.unknown") }] : []),
  ];
  return (
    <FormSelect choices={choices} label={phrase("jobForm.recruiter")} onChange={onChange} value={value} />
  );
}
