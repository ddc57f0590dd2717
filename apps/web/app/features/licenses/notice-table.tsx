import { useMessages } from '@bakkum/i18n/react';
import { textLinkClass } from '@bakkum/ui/link';

type Notice = { readonly name: string; readonly version: string; readonly license: string; readonly homepage?: string };

/** One row per program; on phones the rows stack. */
export function NoticeTable({ label, notices }: { readonly label: string; readonly notices: readonly Notice[] }) {
  const t = useMessages('licenses');
  return (
    <table aria-label={label} className="mt-4 w-full border-line border-t text-left text-sm">
      <thead className="max-sm:sr-only">
        <tr className="text-ink-faint">
          <th className="py-2 pr-4 font-medium">{t('columnName')}</th>
          <th className="py-2 pr-4 font-medium">{t('columnVersion')}</th>
          <th className="py-2 font-medium">{t('columnLicense')}</th>
        </tr>
      </thead>
      <tbody>
        {notices.map((notice) => (
          <NoticeRow key={`${notice.name} ${notice.version}`} {...notice} />
        ))}
      </tbody>
    </table>
  );
}

function NoticeRow({ name, version, license, homepage }: Notice) {
  return (
    <tr className="border-line border-t max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:py-2.5">
      <td className="pr-4 font-medium max-sm:w-full sm:py-2.5">
        {homepage ? (
          <a href={homepage} rel="noreferrer" className={textLinkClass()}>
            {name}
          </a>
        ) : (
          name
        )}
      </td>
      <td className="pr-4 text-ink-soft tabular sm:py-2.5">{version}</td>
      <td className="text-ink-soft sm:py-2.5">{license}</td>
    </tr>
  );
}
