import { EVERYTHING, testEnginesOf } from './engine-contract.ts';

testEnginesOf('core', EVERYTHING);
testEnginesOf('long-tail', EVERYTHING);
