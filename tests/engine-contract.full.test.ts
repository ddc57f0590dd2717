import { testDamageOf, testEnginesOf } from './engine-contract.ts';

testEnginesOf('long-tail', Number.POSITIVE_INFINITY);
testDamageOf('core');
