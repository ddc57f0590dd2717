const item = (path: string, name: string, value: string): string =>
  `<item oor:path="/org.openoffice.Office.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/**
 * User settings of the program: macros do not run, and links are neither opened nor updated (0 and 1 mean "never" in the
 * respective settings). The program has no network anyway, but would wait for one, or for an answer.
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
