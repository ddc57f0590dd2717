import { testEnginesOf } from './engine-contract.ts';

testEnginesOf('long-tail');
