import { getErrorMessageKey } from '../../api/contract/errors.ts'
import type { FileFact } from '../../files/file-facts.ts'
import { ASSET_FILE_NAMES, type AssetFile } from '../../machines/new-asset/new-asset.ts'
import type { Language } from '../language.ts'
import type { MessageKey } from '../message-key.ts'
import { type Translate, translateIfKnown } from '../messages.ts'
import { describeFileProblem } from '../upload/describe-upload.ts'
import type { UploadSnapshot } from '../upload/upload-messages.ts'

/** Preview state of the model; `undrawable` if this browser has no WebGL. */
export type PreviewState = 'waiting' | 'shown' | 'broken' | 'undrawable'

export interface AssetCheck {
  id: string
  state: 'ok' | 'warn' | 'bad' | 'wait'
  text: string
  why?: string | undefined
}

type CheckKey = MessageKey<'form'> extends infer Key ? (Key extends `new.check.${infer Name}` ? Name : never) : never

export interface AssetCheckInput {
  uploads: Readonly<Record<AssetFile, UploadSnapshot>>
  shown: PreviewState
  /** Server's reason for rejecting an uploaded model. */
  refusal: string | undefined
}

export function buildAssetChecks(
  { uploads, shown, refusal }: AssetCheckInput,
  translate: Translate<MessageKey<'common' | 'form'>>,
  language: Language,
): AssetCheck[] {
  const { model, ...others } = uploads
  const toCheck = (id: string, state: AssetCheck['state'], key: CheckKey, explanation?: string): AssetCheck => ({
    id,
    state,
    text: translate(`new.check.${key}`),
    why: explanation,
  })
  const problemOf = ({ context: { problem, error } }: UploadSnapshot) =>
    problem
      ? describeFileProblem(problem, translate, language)
      : error === null
        ? undefined
        : translate(getErrorMessageKey(error))
  const factCheck = (file: AssetFile, { id, tone, messageKey: textKey, params, keys = {} }: FileFact): AssetCheck => {
    const translatedParams = Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, translate(key)]))
    const values = { ...params, ...translatedParams, field: translate(`new.${file}`) }
    return {
      id: `${file} ${id}`,
      state: tone,
      text: translate(textKey, values),
      why: translateIfKnown(translate, textKey, '.why'),
    }
  }
  const factsOf = (file: AssetFile) => (uploads[file].context.verdict?.facts ?? []).map((fact) => factCheck(file, fact))
  const names = ASSET_FILE_NAMES.filter((name): name is keyof typeof others => name in others)
  return [headerCheck(), ...factsOf('model'), sentCheck(), shownCheck(), ...names.flatMap(otherChecks)]

  function headerCheck(): AssetCheck {
    if (model.context.problem) return toCheck('header', 'bad', 'modelBad', problemOf(model))
    if (model.matches('empty')) return toCheck('header', 'wait', 'model', translate('new.check.modelWait'))
    if (model.matches('checking')) return toCheck('header', 'wait', 'model', translate('new.check.modelChecking'))
    if (refusal !== undefined) return toCheck('header', 'bad', 'modelBad', refusal)
    return toCheck('header', 'ok', 'modelOk')
  }
  function sentCheck(): AssetCheck {
    if (model.matches('sent')) return toCheck('sent', 'ok', 'sentOk')
    if (model.matches('failed')) return toCheck('sent', 'bad', 'sentBad', problemOf(model))
    return toCheck('sent', 'wait', 'sentWait', translate('new.check.sentWaitWhy'))
  }
  function shownCheck(): AssetCheck {
    if (shown === 'waiting') return toCheck('shown', 'wait', 'shownWait')
    if (shown === 'shown') return toCheck('shown', 'ok', 'shownOk')
    if (shown === 'undrawable') return toCheck('shown', 'wait', 'shownNot', translate('new.check.shownNotWhy'))
    // A preview that fails is only a warning, which does not block creating the asset.
    return toCheck('shown', 'warn', 'shownBad', translate('new.check.shownBadWhy'))
  }
  function otherChecks(file: AssetFile): AssetCheck[] {
    const field = translate(`new.${file}`)
    const upload = uploads[file]
    if (upload.hasTag('failed'))
      return [{ id: file, state: 'bad', text: translate('new.check.fileBad', { field }), why: problemOf(upload) }]
    if (!upload.matches('checking')) return factsOf(file)
    return [{ id: file, state: 'wait', text: field, why: translate('upload.checking') }]
  }
}
