import { wordOf } from '../../api/contract/errors.ts'
import type { FileFact } from '../../files/file-facts.ts'
import { ASSET_FILE_NAMES, type AssetFile } from '../../machines/rules/new-asset.ts'
import type { Language } from '../language.ts'
import { sayFault } from '../upload/upload-facts.ts'
import type { UploadSnapshot } from '../upload/upload-words.ts'
import type { Translate } from '../words.ts'

/** Whether the viewer showed the model; `undrawable` where this browser draws none. */
export type Shown = 'waiting' | 'shown' | 'broken' | 'undrawable'

/** One line of the list of checks. */
export interface Check {
  id: string
  state: 'ok' | 'warn' | 'bad' | 'wait'
  text: string
  why?: string | undefined
}

/** What the checks are told from. */
export interface Checked {
  uploads: Readonly<Record<AssetFile, UploadSnapshot>>
  shown: Shown
  /** What the service found wrong with a model that arrived. */
  refusal: string | undefined
}

/** The checks of an asset's files, in the order of the page. */
export function checksOf({ uploads, shown, refusal }: Checked, translate: Translate, language: Language): Check[] {
  const { model, ...others } = uploads
  const say = (id: string, state: Check['state'], word: string, why?: string): Check => ({
    id,
    state,
    text: translate(`new.check.${word}`),
    why,
  })
  const faultOf = ({ context: { fault, error } }: UploadSnapshot) =>
    fault ? sayFault(fault, translate, language) : error === null ? undefined : translate(wordOf(error))
  const tell = (file: AssetFile, { id, tone, word, params, keys = {} }: FileFact): Check => {
    const named = Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, translate(key)]))
    const values = { ...params, ...named, field: translate(`new.${file}`) }
    const why = translate(`${word}.why`)
    return { id: `${file} ${id}`, state: tone, text: translate(word, values), ...(why !== `${word}.why` && { why }) }
  }
  const factsOf = (file: AssetFile) => (uploads[file].context.verdict?.facts ?? []).map((fact) => tell(file, fact))
  const names = ASSET_FILE_NAMES.filter((name): name is keyof typeof others => name in others)
  return [headerCheck(), ...factsOf('model'), sentCheck(), shownCheck(), ...names.flatMap(otherChecks)]

  function headerCheck(): Check {
    if (model.context.fault) return say('header', 'bad', 'modelBad', faultOf(model))
    if (model.matches('vacant')) return say('header', 'wait', 'model', translate('new.check.modelWait'))
    if (model.matches('checking')) return say('header', 'wait', 'model', translate('new.check.modelChecking'))
    if (refusal !== undefined) return say('header', 'bad', 'modelBad', refusal)
    return say('header', 'ok', 'modelOk')
  }
  function sentCheck(): Check {
    if (model.matches('sent')) return say('sent', 'ok', 'sentOk')
    if (model.matches('failed')) return say('sent', 'bad', 'sentBad', faultOf(model))
    return say('sent', 'wait', 'sentWait', translate('new.check.sentWaitWhy'))
  }
  function shownCheck(): Check {
    if (shown === 'waiting') return say('shown', 'wait', 'shownWait')
    if (shown === 'shown') return say('shown', 'ok', 'shownOk')
    if (shown === 'undrawable') return say('shown', 'wait', 'shownNot', translate('new.check.shownNotWhy'))
    // It keeps nobody from creating the asset.
    return say('shown', 'warn', 'shownBad', translate('new.check.shownBadWhy'))
  }
  function otherChecks(file: AssetFile): Check[] {
    const field = translate(`new.${file}`)
    const upload = uploads[file]
    if (upload.hasTag('failed'))
      return [{ id: file, state: 'bad', text: translate('new.check.fileBad', { field }), why: faultOf(upload) }]
    if (!upload.matches('checking')) return factsOf(file)
    return [{ id: file, state: 'wait', text: field, why: translate('upload.checking') }]
  }
}
