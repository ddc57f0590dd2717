import { testDamageOf, testEnginesOf } from './engine-contract.ts';

testEnginesOf('long-tail');
testDamageOf('core');
testDamageOf('long-tail');
