import { PAYMENT_STATES } from '@bakkum/api-contract/billing/payment-states';
import { IMPACTS, SERVICE_IDS } from '@bakkum/api-contract/status';
import { describe, expect, it } from 'vitest';
import { parseCommandLine, selectCommand } from '../../../scripts/command-line/command-line.mjs';
import { readArguments } from './arguments.ts';
import { ADMIN } from './commands.mjs';

describe('bakkum admin', () => {
  it('passes words, operands and options to a command', () => {
    expect(readArguments(['payments', 'dispute', 'PP-1', 'won'])).toEqual({
      name: 'payments',
      args: ['dispute', 'PP-1', 'won'],
      options: {},
    });
    expect(readArguments(['grant', 'mina@example.com', '25', '--days', '7', '--ref', 'ticket:7'])).toEqual({
      name: 'grant',
      args: ['mina@example.com', '25'],
      options: { days: 7, ref: 'ticket:7' },
    });
    expect(readArguments(['contact', 'answer', '3', 'Thank', 'you'])).toMatchObject({ args: ['answer', '3', 'Thank', 'you'] });
  });

  it.each([
    [['nonsense'], 'unknown command "nonsense"'],
    [['grant', 'mina@example.com', 'many'], 'CREDITS is "many", not a whole number from 1 to 1000000000'],
    [['analytics', '--days', '0'], '--days is "0", not a whole number from 1 to 3660'],
    [['payments', 'dispute', 'PP-1', 'drawn'], 'RESULT is "drawn", not one of won, lost'],
    [['payments', 'report', 'yesterday'], 'DAY is "yesterday", not a day as YYYY-MM-DD'],
    [['storage', 'brake'], 'unexpected argument "brake"'],
    [['incidents', 'open', 'none', 'outage', '--en', 'x'], '--ko TEXT is missing'],
    [['incidents', 'open', 'disks', 'outage'], 'SERVICES is "disks"'],
  ])('refuses %j', (args, problem) => {
    const selected = selectCommand(ADMIN, args);
    const refused = selected.kind === 'command' ? parseCommandLine(selected.command, selected.rest) : selected;
    expect(refused).toMatchObject({ kind: 'refused', message: expect.stringContaining(problem) });
  });

  it('knows the services, impacts and payment states of the contract', () => {
    const accepts = (args: readonly string[]): void => {
      const selected = selectCommand(ADMIN, args);
      const parsed = selected.kind === 'command' ? parseCommandLine(selected.command, selected.rest) : selected;
      expect(parsed).toMatchObject({ kind: 'values' });
    };
    const words = ['--en', 'x', '--ko', 'x'];
    for (const impact of IMPACTS) accepts(['incidents', 'open', SERVICE_IDS.join(','), impact, ...words]);
    for (const state of PAYMENT_STATES) accepts(['payments', state]);
  });
});
