import { describe, expect, it } from 'vitest';
import { missingOperatorVariables, operatorOf, operatorVariables, withdrawalOf } from './operator-settings.ts';

const read = (values: Readonly<Record<string, string>>) => operatorOf(operatorVariables.parse(values));

describe('the operator of an installation', () => {
  it('contains only what is configured', () => {
    expect(read({})).toBeUndefined();
    expect(read({ OPERATOR_NAME: ' Turn Ltd. ', OPERATOR_CONTACT: 'office@turn.example' })).toEqual({
      name: 'Turn Ltd.',
      contact: 'office@turn.example',
    });
  });

  it('lists the settings that a public site is missing', () => {
    expect(missingOperatorVariables()).toEqual([
      'OPERATOR_NAME',
      'OPERATOR_ADDRESS',
      'OPERATOR_REGISTRATION',
      'OPERATOR_CONTACT',
      'OPERATOR_DATA_PROTECTION',
    ]);
    const all = { name: 'Turn', address: 'Seoul', registration: '1', contact: 'a@b.example', dataProtection: 'c@b.example' };
    expect(missingOperatorVariables(all)).toEqual([]);
    expect(missingOperatorVariables({ ...all, address: '' })).toEqual(['OPERATOR_ADDRESS']);
  });

  it('states the days of withdrawal by region', () => {
    const of = (text: string) => withdrawalOf(operatorVariables.parse({ WITHDRAWAL_DAYS: text }));
    expect(of('eu:30')).toEqual([{ region: 'eu', days: 30 }]);
    expect(of('none')).toEqual([]);
    expect(() => of('us:3')).toThrow('kr:7,eu:14');
  });
});
