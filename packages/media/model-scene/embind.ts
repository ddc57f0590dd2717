/**
 * Patches Emscripten scripts whose C++ bindings generate functions from text, which the site's content security policy forbids.
 * Closures over the same converters replace the generated functions.
 */

const CALLER = `function craftInvokerFunction(humanName,argTypes,classType,cppInvokerFunc,cppTargetFunc){var isMethod=argTypes[1]!==null&&classType!==null;var types=argTypes.slice(2);var returns=argTypes[0].name!=="void"&&!argTypes[0].isVoid;return function(...given){if(given.length!==types.length)throwBindingError("function "+humanName+" called with "+given.length+" arguments, expected "+types.length);var destructors=[];var wired=isMethod?[argTypes[1].toWireType(destructors,this)]:[];for(var i=0;i<types.length;i+=1)wired.push(types[i].toWireType(destructors,given[i]));var answer=cppInvokerFunc(cppTargetFunc,...wired);runDestructors(destructors);return returns?argTypes[0].fromWireType(answer):undefined}}`;

const ALLOCATOR = `function craftEmvalAllocator(argCount){return function(constructor,argTypes,args){var values=[];for(var i=0;i<argCount;i+=1){var type=requireRegisteredType(HEAPU32[argTypes>>2],"parameter "+i);values.push(type.readValueFromPointer(args));args+=type.argPackAdvance;argTypes+=4}return Emval.toHandle(new constructor(...values))}}`;

const METHODS = `var __emval_get_method_caller=(argCount,argTypes,kind)=>{var types=emval_lookupTypes(argCount,argTypes);var retType=types.shift();return emval_addMethodCaller((obj,func,destructorsRef,args)=>{var values=types.map(type=>{var value=type.readValueFromPointer(args);args+=type.argPackAdvance;return value});var answer=kind===1?new func(...values):func.call(obj,...values);return retType.isVoid?undefined:emval_returnValue(retType,destructorsRef,answer)})};`;

const INVOKER = `var __emval_create_invoker=(argCount,argTypesPtr,kind)=>{var[retType,...types]=emval_lookupTypes(argCount,argTypesPtr);return emval_addMethodCaller((handle,methodName,destructorsRef,args)=>{var values=types.map((type,i)=>type.readValueFromPointer(args+i*8));var target=kind===3?undefined:Emval.toValue(handle);var answer=kind===0?target(...values):kind===1?target[getStringOrSymbol(methodName)](...values):kind===2?new target(...values):values.at(-1);return retType.isVoid?undefined:emval_returnValue(retType.toWireType.bind(retType),destructorsRef,answer)})};`;

/** Replaced parts, each from its beginning to the code that follows it in the published scripts. */
const REPLACED: readonly { readonly begins: string; readonly ends: RegExp; readonly by: string; readonly always?: true }[] = [
  {
    begins: 'function craftInvokerFunction(',
    ends: /\}(?=function __embind_register_class_constructor\(|var ensureOverloadTable=|var heap32VectorToArray=)/,
    by: CALLER,
    always: true,
  },
  { begins: 'function craftEmvalAllocator(', ends: /\}(?=var emval_newers=)/, by: ALLOCATOR },
  { begins: 'var __emval_get_method_caller=', ends: /\};(?=var __emval_get_property=)/, by: METHODS },
  { begins: 'var __emval_create_invoker=', ends: /\};(?=var __emval_equals=)/, by: INVOKER },
  { begins: 'function createJsInvoker(', ends: /\}(?=function craftInvokerFunction\()/, by: '' },
  { begins: 'function newFunc(', ends: /\}(?=function c)/, by: '' },
];

/**
 * Returns an Emscripten script as a module that generates no functions from text and takes its WebAssembly only from
 * `instantiateWasm`.
 * @param exported name of its factory, where the script is not a module yet
 * @throws Error when the script has an unknown shape
 * @public used by build steps of engines
 */
export function withoutTextFunctions(script: string, exported?: string): string {
  let changed = script.replaceAll(/ENVIRONMENT_IS_(WEB|WORKER|NODE)=(?!=)[^;]+;/g, 'ENVIRONMENT_IS_$1=false;');
  for (const { begins, ends, by, always } of REPLACED) {
    const start = changed.indexOf(begins);
    if (start < 0 && !always) continue;
    const end = ends.exec(changed.slice(start));
    if (start < 0 || !end) throw new Error(`no ${begins} as expected`);
    changed = changed.slice(0, start) + by + changed.slice(start + end.index + end[0].length);
  }
  if (/new Function\b|[^\w$.]Function\(|\(Function,/.test(changed)) throw new Error('functions are made from text elsewhere');
  if (exported === undefined) return changed;
  return `${changed.replace(/if \(typeof exports === 'object'[^]*$/, '')}\nexport default ${exported};\n`;
}
