/**
 * Patches the start script of libvips so that it
 * - generates no code, which the site's content security policy forbids: calls between JavaScript and the program go through ordinary
 *   functions instead;
 * - starts as many threads as its caller asks for instead of one for each processor, and lets its caller end them;
 * - takes the modules of its plugins from its caller, which may have them packed.
 */
import { readFileSync } from 'node:fs';

/** The package to patch. */
export const PACKAGE = 'wasm-vips';

const notice = (version) => `/*!
 * Start script of ${PACKAGE} ${version} (MIT), changed by Bakkum: no functions made from text; the number of threads and the modules of
 * plugins are options; endThreads ends the threads, memory is the program's memory.
 */
`;

/** A function of the program as a function of JavaScript. Names are those of the published script. */
const INVOKER = `{
const wires=Object.fromEntries(v.map((name,at)=>[name,d[at]]));
const [types,isMethod,hasDestructors,hasStack,count,returns]=[b,c,h,l,p,m];
b=function(...given){
const destructors=hasDestructors?[]:null;
const stack=hasStack?wires.stackSave():undefined;
const wired=[];
let result;
try{
if(isMethod)wired.push(wires.toClassParamWire(destructors,this));
for(let at=0;at<count;at+=1)wired.push(wires[\`toArg\${at}Wire\`](destructors,given[at]));
result=wires.invoker(wires.fn,...wired);
}finally{
if(hasStack)wires.stackRestore(stack);
}
if(hasDestructors)wires.runDestructors(destructors);
else for(let at=isMethod?1:2;at<types.length;at+=1)
if(types[at].I!==null)wires[\`\${at===1?'thisWired':\`arg\${at-2}Wired\`}_dtor\`](wired[at-(isMethod?1:2)]);
return returns?wires.fromRetWire(result):undefined;
};
}`;

/** A function of JavaScript as the program calls it. */
const METHOD_CALLER = `{
const [kind,returns,readers,toWire]=[c,!b.kb,g,e];
c=(handle,methodName,destructorsRef,args)=>{
const values=readers.map((read,at)=>read(args+at*8));
const calls=[()=>Y(handle)(...values),()=>Y(handle)[th(methodName)](...values),()=>new(Y(handle))(...values),()=>values.at(-1)];
const result=calls[kind]();
return returns?rh(toWire,destructorsRef,result):undefined;
};
}`;

const CODE_OF_PLUGIN = "()=>{throw Error('a plugin brings code as text')}";

/** Each text must occur exactly once; otherwise the script is unknown. */
const CHANGES = [
  ['b=(new Function(v,n+"}\\n"))(...d);', INVOKER],
  ['c=(new Function(Object.keys(h),l))(...Object.values(h));', METHOD_CALLER],
  ['eval(`(${xa}) => { ${Z} };`)', CODE_OF_PLUGIN],
  ['eval(`(${Xa}) => ${tb};`)', CODE_OF_PLUGIN],
  ['for(var a=navigator.hardwareConcurrency>6?navigator.hardwareConcurrency:6;', 'for(var a=Module.threads;'],
  ['VIPS_MAX_THREADS=navigator.hardwareConcurrency>6?navigator.hardwareConcurrency:6;', 'VIPS_MAX_THREADS=Module.threads;'],
  ['var sa={},ta', 'var sa=Module.modules??{},ta'],
  ['Module.ENV=xh;', 'Module.ENV=xh;Module.endThreads=je;Module.memory=qa;'],
];

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  put('vips.js', notice(version) + changedScript(readFileSync(locate(`${PACKAGE}/lib/vips-es6.js`), 'utf8')));
}

/** @param {string} script the start script as published */
export function changedScript(script) {
  let changed = script;
  for (const [from, to] of CHANGES) {
    const [before, after, ...more] = changed.split(from);
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`unknown start script of libvips: ${from}`);
    changed = before + to + after;
  }
  if (/\bnew Function\b|\beval\(/.test(changed)) throw new Error('unknown start script of libvips: it generates code');
  return changed;
}
