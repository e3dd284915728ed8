import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Code in the transcoder that creates functions from text, each with an equivalent without eval. */
const WITHOUT_EVAL: readonly [original: string, replacement: string][] = [
  [
    'newFunc(Function,args)(...closureArgs)',
    `(function(...given){
      if(given.length!==argCount-2)throwBindingError('function '+humanName+' called with '+given.length+' arguments');
      var destructors=needsDestructorStack?[]:null;
      var self=isClassMethodFunc?argTypes[1]['toWireType'](destructors,this):undefined;
      var wired=given.map((it,i)=>argTypes[i+2]['toWireType'](destructors,it));
      var rv=isClassMethodFunc?cppInvokerFunc(cppTargetFunc,self,...wired):cppInvokerFunc(cppTargetFunc,...wired);
      if(needsDestructorStack)runDestructors(destructors);
      else for(var i=isClassMethodFunc?1:2;i<argTypes.length;++i)argTypes[i].destructorFunction?.(i===1?self:wired[i-2]);
      if(returns)return argTypes[0]['fromWireType'](rv)
    })`,
  ],
  [
    'newFunc(Function,params)(...args)',
    `((obj,func,destructorsRef,pointer)=>{
      var offset=0;
      var given=types.map(type=>{var it=type['readValueFromPointer'](pointer+offset);offset+=type['argPackAdvance'];return it});
      var rv=kind===1?new func(...given):kind===0?func.call(obj,...given):func.call(...given);
      if(!retType.isVoid)return emval_returnValue(retType,destructorsRef,rv)
    })`,
  ],
]

/**
 * Builds the KTX2 transcoder so that it does not need `unsafe-eval`, which strict content security policies forbid. Fails the
 * build if the transcoder's code has changed.
 */
export function basisWithoutEval(): Plugin {
  return {
    name: 'basis-without-eval',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/libs\/basis\/basis_transcoder\.js\?url$/ },
      handler(id) {
        const source = removeEval(readFileSync(id.replace(/\?url$/, ''), 'utf8'))
        const file = this.emitFile({ type: 'asset', name: 'basis_transcoder.js', source })
        return `export default import.meta.ROLLUP_FILE_URL_${file}`
      },
    },
  }
}

/** Replaces the code that creates functions from text. Throws if any of that code is missing. */
export function removeEval(code: string): string {
  return WITHOUT_EVAL.reduce((text, [original, replacement]) => {
    if (!text.includes(original)) throw new Error(`The transcoder no longer contains ${original}`)
    return text.replace(original, () => replacement.replace(/\n\s*/g, ''))
  }, code)
}
