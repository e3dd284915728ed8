import { UPLOAD_KINDS, type UploadKind } from '../../src/api/contract/files.ts'
import type { FilesToValidate, Validation } from '../../src/api/contract/validation.ts'
import type { FileFault } from '../../src/files/file.ts'
import { faultOfSize } from '../../src/files/file.ts'
import { judgeContent } from '../../src/files/judge-file.ts'
import type { Caller } from '../call.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { claim } from '../files/charges.ts'
import { sentenceOf } from '../files/check-arrived.ts'
import type { StoredContent } from '../files/content-store.ts'
import type { ReportModel } from '../files/report.ts'

type Field = keyof FilesToValidate
type Checked = Validation['files'][number]

const KINDS: Record<Field, UploadKind> = { modelUrl: 'glb', iconUrl: 'icon', textureUrl: 'texture', psdUrl: 'psd' }
const FIELDS = Object.keys(KINDS) as Field[]

/**
 * Checks uploaded files as they would be for an asset. Throws `FILE_UNKNOWN`, and `UNAVAILABLE` where too many of the
 * caller's models wait; a bad file is told, never thrown.
 */
export async function validateFiles(deps: Deps, caller: Caller, given: FilesToValidate): Promise<Validation> {
  const files: Checked[] = []
  let model: Validation['model']
  for (const field of FIELDS) {
    const url = given[field]
    if (url === undefined) continue
    const stored = await mustFind(deps, url, field)
    const found = await check(deps, caller, stored, field, url)
    files.push(found.file)
    model ??= found.model
  }
  const { isUsable, ...told } =
    given.modelUrl === undefined ? { isUsable: true, report: null } : await report(deps, caller, given.modelUrl)
  return {
    isValid: isUsable && files.every(({ fault }) => fault === null),
    files,
    ...(model ? { model } : {}),
    ...told,
  }
}

async function mustFind({ db, files, now }: Deps, url: string, field: Field): Promise<StoredContent> {
  const stored = await files.content.find(url)
  if (stored && (await claim(db, stored.sha256, now()))) return stored
  throw new Refusal('FILE_UNKNOWN', 'This file is not on the server. Upload it first.', { path: `body.${field}` })
}

async function check(
  { files }: Deps,
  { id }: Caller,
  stored: StoredContent,
  field: Field,
  url: string,
): Promise<{ file: Checked; model?: Validation['model'] }> {
  const kind = KINDS[field]
  const { maxBytes, types } = UPLOAD_KINDS[kind]
  const { type, bytes } = stored
  const file = { field, url, type, bytes, maxBytes }
  const isRight = (types as readonly string[]).includes(type)
  const early: FileFault | null = isRight ? faultOfSize(bytes, kind) : { word: `upload.wrongType.${kind}` }
  if (early) return { file: { ...file, fault: told(early) } }
  if (kind === 'glb') {
    const verdict = await files.content.local(url, (path) => files.inspect(path, id)).catch(unlessRefused)
    if (!verdict) return { file: { ...file, fault: told({ word: 'upload.unreadable' }) } }
    if (verdict.fault) return { file: { ...file, fault: told(verdict.fault) } }
    return { file: { ...file, fault: null }, model: { stats: verdict.stats, notes: [...verdict.notes] } }
  }
  const judged = await judgeContent({ size: bytes, read: files.content.reader(stored) }, kind)
  const image = 'image' in judged ? { image: judged.image } : {}
  return { file: { ...file, fault: judged.fault && told(judged.fault), ...image } }
}

/** A validator that falls over a model, or never comes to an end, says nothing about it: that is told, no more. */
async function report({ files, reportModel = reportInThis, log }: Deps, { id }: Caller, url: string) {
  try {
    const { findings, isUsable, ...rest } = await files.content.local(url, (path) => reportModel(path, id))
    return { isUsable, report: { ...rest, findings: findings.map((it) => ({ ...it, places: [...it.places] })) } }
  } catch (err) {
    unlessRefused(err)
    log.warn({ err, url }, 'model not validated')
    return { isUsable: true, report: null, reportFault: 'The validator could not deal with this model.' }
  }
}

/** The validator is large, and read only where it runs. */
const reportInThis: ReportModel = async (path) => (await import('../files/report.ts')).reportHere(path)

/** What is refused now may be asked for again; anything else is the model's own affair. */
function unlessRefused(fault: unknown): undefined {
  if (fault instanceof Refusal) throw fault
}

const told = (fault: FileFault) => ({
  word: fault.word,
  message: sentenceOf(fault),
  ...(fault.params ? { params: { ...fault.params } } : {}),
  ...(fault.sizes ? { sizes: { ...fault.sizes } } : {}),
  ...(fault.keys ? { keys: mutable(fault.keys) } : {}),
})

const mutable = (keys: NonNullable<FileFault['keys']>) =>
  Object.fromEntries(
    Object.entries(keys).map(([hole, key]) => [hole, typeof key === 'string' ? key : [...key]] as const),
  )
