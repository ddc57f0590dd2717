type Judge = { readonly program: string; readonly arguments: (file: string) => readonly string[]; readonly accepts: RegExp };

/** Python's vobject parses all components, and checks that each has the required properties. */
const SCRIPT = `
import sys, vobject
found = list(vobject.readComponents(open(sys.argv[1], encoding='utf-8', newline='').read()))
for each in found:
    assert each.name == sys.argv[2]
    each.validate(raiseException=True)
    if each.name == 'VCARD': assert each.fn.value
    else: assert all(event.dtstart.value for event in each.contents.get('vevent', []))
print(len(found))
`;

const vobject = (type: string): Judge => ({
  program: '/usr/bin/python3',
  arguments: (file) => ['-c', SCRIPT, file, type],
  accepts: /^[1-9]/,
});

export const CALENDAR_CONTACTS_JUDGES: Readonly<Record<string, Judge>> = { ics: vobject('VCALENDAR'), vcf: vobject('VCARD') };
