import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Where the transcoder makes functions from text, and the same functions made without. */
const WITHOUT_EVAL: readonly [made: string, instead: string][] = [
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
 * Builds the KTX2 transcoder so that it needs no `unsafe-eval`, which no careful page allows. Fails the build when the
 * transcoder is no longer written as it was.
 */
export function basisWithoutEval(): Plugin {
  return {
    name: 'basis-without-eval',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/libs\/basis\/basis_transcoder\.js\?url$/ },
      handler(id) {
        const source = withoutEval(readFileSync(id.replace(/\?url$/, ''), 'utf8'))
        const file = this.emitFile({ type: 'asset', name: 'basis_transcoder.js', source })
        return `export default import.meta.ROLLUP_FILE_URL_${file}`
      },
    },
  }
}

/** The transcoder's text without the places that make functions from text. Throws when one is not there. */
export function withoutEval(code: string): string {
  return WITHOUT_EVAL.reduce((text, [made, instead]) => {
    if (!text.includes(made)) throw new Error(`The transcoder no longer says ${made}`)
    return text.replace(made, () => instead.replace(/\n\s*/g, ''))
  }, code)
}
