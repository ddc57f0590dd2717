import { classNames } from '@bakkum/ui/class-names';
import type { ReactNode } from 'react';

type FactTableProps = {
  readonly label: string;
  readonly columns: readonly string[];
  /** The first cell of a row is its heading. An id makes the row linkable. */
  readonly rows: readonly { readonly id?: string; readonly cells: readonly ReactNode[] }[];
};

/** A table of facts. On phones each row is a card whose cells are labelled. */
export function FactTable({ label, columns, rows }: FactTableProps): ReactNode {
  return (
    <table aria-label={label} className="w-full text-left text-sm max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-line border-b text-ink-faint">
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pr-6 font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(({ id, cells }, row) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows keep their places
          <tr key={row} id={id} className="scroll-mt-20 border-line border-b max-sm:block max-sm:py-3 target:bg-accent-soft">
            {cells.map((cell, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- cells keep their places
              <Cell key={column} isHeading={column === 0} column={columns[column] ?? ''}>
                {cell}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = { readonly isHeading: boolean; readonly column: string; readonly children: ReactNode };

function Cell({ isHeading, column, children }: CellProps): ReactNode {
  const Tag = isHeading ? 'th' : 'td';
  return (
    <Tag
      {...(isHeading && { scope: 'row' })}
      className={classNames('py-2.5 pr-6 align-top font-normal max-sm:block max-sm:py-0.5', isHeading && 'sm:whitespace-nowrap')}
    >
      {isHeading ? undefined : <span className="text-ink-faint sm:hidden">{`${column}: `}</span>}
      {children}
    </Tag>
  );
}
