import { UPLOAD_KINDS, type UploadKind } from '../../src/api/contract/files.ts'
import type { FilesToValidate, FileValidationResult } from '../../src/api/contract/validation.ts'
import type { FileProblem } from '../../src/files/file-checks.ts'
import { checkFileSize } from '../../src/files/file-checks.ts'
import { validateContent } from '../../src/files/validate-file.ts'
import type { Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { isFileStoreUnavailable } from '../errors/file-store-errors.ts'
import { HttpError } from '../errors/http-error.ts'
import { claimFile } from '../files/charges.ts'
import { formatFileProblem } from '../files/check-upload.ts'
import type { StoredContent } from '../files/content-store.ts'
import type { ReportModel } from '../files/report-model.ts'

type FileField = keyof FilesToValidate
type CheckedFile = FileValidationResult['files'][number]

const KINDS: Record<FileField, UploadKind> = { modelUrl: 'glb', iconUrl: 'icon', textureUrl: 'texture', psdUrl: 'psd' }
const FIELDS = Object.keys(KINDS) as FileField[]

/**
 * Checks uploaded files by the rules for assets. Reports invalid files in the result. Throws `FILE_UNKNOWN`, and `UNAVAILABLE` if
 * too many jobs of the caller are queued.
 */
export async function validateFiles(deps: Deps, caller: Caller, input: FilesToValidate): Promise<FileValidationResult> {
  const files: CheckedFile[] = []
  let model: FileValidationResult['model']
  for (const field of FIELDS) {
    const url = input[field]
    if (url === undefined) continue
    const stored = await requireStoredFile(deps, url, field)
    const found = await checkFile(deps, caller, stored, field, url)
    files.push(found.file)
    model ??= found.model
  }
  const { isUsable, ...verdict } =
    input.modelUrl === undefined
      ? { isUsable: true, report: null }
      : await reportModelFindings(deps, caller, input.modelUrl)
  return {
    isValid: isUsable && files.every(({ fault }) => fault === null),
    files,
    ...(model ? { model } : {}),
    ...verdict,
  }
}

async function requireStoredFile({ db, files, now }: Deps, url: string, field: FileField): Promise<StoredContent> {
  const stored = await files.content.find(url)
  if (stored && (await claimFile(db, stored.sha256, now()))) return stored
  throw new HttpError('FILE_UNKNOWN', 'This file is not on the server. Upload it first.', { path: `body.${field}` })
}

async function checkFile(
  { files }: Deps,
  { id }: Caller,
  stored: StoredContent,
  field: FileField,
  url: string,
): Promise<{ file: CheckedFile; model?: FileValidationResult['model'] }> {
  const kind = KINDS[field]
  const { maxBytes, types } = UPLOAD_KINDS[kind]
  const { type, bytes } = stored
  const file = { field, url, type, bytes, maxBytes }
  const hasAllowedType = (types as readonly string[]).includes(type)
  const typeOrSizeProblem: FileProblem | null = hasAllowedType
    ? checkFileSize(bytes, kind)
    : { word: `upload.wrongType.${kind}` }
  if (typeOrSizeProblem) return { file: { ...file, fault: toReportedProblem(typeOrSizeProblem) } }
  if (kind === 'glb') {
    const verdict = await files.content.withLocalCopy(url, (path) => files.inspect(path, id)).catch(ignoreModelErrors)
    if (!verdict) return { file: { ...file, fault: toReportedProblem({ word: 'upload.unreadable' }) } }
    if (verdict.fault) return { file: { ...file, fault: toReportedProblem(verdict.fault) } }
    return { file: { ...file, fault: null }, model: { stats: verdict.stats, notes: [...verdict.notes] } }
  }
  const checked = await validateContent({ size: bytes, read: files.content.reader(stored) }, kind)
  const image = 'image' in checked ? { image: checked.image } : {}
  return { file: { ...file, fault: checked.fault && toReportedProblem(checked.fault), ...image } }
}

/**
 * Returns the validator's report. If the validator crashes or times out, sets `reportFault` and treats the model as usable,
 * because a crash proves nothing about the model.
 */
async function reportModelFindings(
  { files, reportModel = reportInThisProcess, log }: Deps,
  { id }: Caller,
  url: string,
) {
  try {
    const { findings, isUsable, ...rest } = await files.content.withLocalCopy(url, (path) => reportModel(path, id))
    return { isUsable, report: { ...rest, findings: findings.map((it) => ({ ...it, places: [...it.places] })) } }
  } catch (err) {
    ignoreModelErrors(err)
    log.warn({ err, url }, 'model validation failed')
    return { isUsable: true, report: null, reportFault: 'The validator could not process this model.' }
  }
}

/** Imported on first use, because the validator is a large module. */
const reportInThisProcess: ReportModel = async (path) =>
  (await import('../files/report-model.ts')).reportModelInProcess(path)

/** Rethrows HTTP errors and outages of the file store. Swallows errors that the model caused. */
function ignoreModelErrors(error: unknown): undefined {
  if (error instanceof HttpError || isFileStoreUnavailable(error)) throw error
}

const toReportedProblem = (problem: FileProblem) => ({
  word: problem.word,
  message: formatFileProblem(problem),
  ...(problem.params ? { params: { ...problem.params } } : {}),
  ...(problem.sizes ? { sizes: { ...problem.sizes } } : {}),
  ...(problem.keys ? { keys: copyKeys(problem.keys) } : {}),
})

const copyKeys = (keys: NonNullable<FileProblem['keys']>) =>
  Object.fromEntries(
    Object.entries(keys).map(([placeholder, key]) => [placeholder, typeof key === 'string' ? key : [...key]] as const),
  )
