import type { SnapshotFrom } from 'xstate'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import type { uploadMachine } from '../../machines/upload/upload.machine.ts'
import type { Language } from '../language.ts'
import type { MessageKey } from '../message-key.ts'
import type { Translate } from '../messages.ts'
import { describeFileProblem } from './describe-upload.ts'

export type UploadSnapshot = SnapshotFrom<typeof uploadMachine>

/**
 * Returns the error below a file field: the file's, the upload's, or the form's error. The form's error is ignored while an
 * upload runs.
 */
export function describeUploadProblem(
  upload: UploadSnapshot,
  formError: string | undefined,
  translate: Translate<MessageKey<'common' | 'form'>>,
  language: Language,
): { text: string | undefined; isInvalid: boolean } {
  const { problem, error } = upload.context
  const isSettled = upload.matches('empty') || upload.matches('sent')
  // While the upload is in progress, the form's "not uploaded yet" is not an error.
  const fieldError = problem ? describeFileProblem(problem, translate, language) : isSettled ? formError : undefined
  if (fieldError !== undefined) return { text: fieldError, isInvalid: true }
  return { text: upload.matches('failed') ? translate(getErrorMessageKey(error)) : undefined, isInvalid: false }
}

/** Returns the upload's status for screen readers: changes of state, but not each percent. */
export function describeUploadStatus(
  upload: UploadSnapshot,
  translate: Translate<MessageKey<'common' | 'form'>>,
): string {
  const name = upload.context.file?.name
  if (name === undefined) return ''
  if (upload.matches('checking')) return translate('upload.announced.checking', { name })
  if (upload.matches({ sending: 'paused' })) return translate('upload.announced.paused', { name })
  if (upload.matches({ sending: { active: 'waiting' } })) return translate('upload.announced.waiting', { name })
  if (upload.matches({ sending: { active: 'transferring' } })) return translate('upload.announced.sending', { name })
  if (upload.matches('sending')) return translate('upload.announced.retrying', { name })
  return upload.matches('sent') ? translate('upload.announced.sent', { name }) : ''
}
