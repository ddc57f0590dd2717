const item = (path: string, name: string, value: string): string =>
  `<item oor:path="/org.openoffice.Office.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/**
 * The user's settings of the program: no macro runs, nothing a document links to is opened or brought up to date (0 and 1
 * are "never" in their own numbering). It has no network anyway, but would wait for one, or for an answer.
 */
export const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${item('Common/Security/Scripting', 'DisableMacrosExecution', 'true')}
${item('Common/Security/Scripting', 'MacroSecurityLevel', '3')}
${item('Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true')}
${item('Writer/Content/Update', 'Link', '0')}
${item('Calc/Content/Update', 'Link', '1')}
</oor:items>
`;
