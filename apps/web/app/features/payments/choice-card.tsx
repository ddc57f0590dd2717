type ChoiceCardProps = {
  /** Name of the group of radio buttons. */
  readonly name: string;
  readonly value: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly title: string;
  readonly body: string;
};

/** A radio button with a title and an explanation. */
export function ChoiceCard({ name, value, isChosen, onChoose, title, body }: ChoiceCardProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-lg border border-line bg-surface p-4 has-checked:border-accent">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        onChange={onChoose}
        className="mt-1.5 size-4 shrink-0 accent-accent"
      />
      <Explanation title={title} body={body} />
    </label>
  );
}

function Explanation({ title, body }: Pick<ChoiceCardProps, 'title' | 'body'>) {
  return (
    <span>
      <span className="block font-semibold">{title}</span>
      <span className="mt-1 block text-ink-soft text-sm">{body}</span>
    </span>
  );
}
