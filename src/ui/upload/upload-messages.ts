import type { SnapshotFrom } from 'xstate'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import type { uploadMachine } from '../../machines/upload.machine.ts'
import type { Language } from '../language.ts'
import type { MessageKey } from '../message-key.ts'
import type { Translate } from '../messages.ts'
import { describeFileProblem } from './describe-upload.ts'

/** State of an upload. */
export type UploadSnapshot = SnapshotFrom<typeof uploadMachine>

/** Returns the error below a file field: the file's own, the upload's, or the form's while no upload is running. */
export function describeUploadProblem(
  upload: UploadSnapshot,
  formError: string | undefined,
  translate: Translate<MessageKey<'common' | 'form'>>,
  language: Language,
): { text: string | undefined; isInvalid: boolean } {
  const { fault, error } = upload.context
  const isSettled = upload.matches('vacant') || upload.matches('sent')
  // The form's "not uploaded yet" is not an error while the upload is in progress.
  const fieldError = fault ? describeFileProblem(fault, translate, language) : isSettled ? formError : undefined
  if (fieldError !== undefined) return { text: fieldError, isInvalid: true }
  return { text: upload.matches('failed') ? translate(getErrorMessageKey(error)) : undefined, isInvalid: false }
}

/** Returns the upload's status for screen readers: state changes, but not every percent. */
export function describeUploadStatus(
  upload: UploadSnapshot,
  translate: Translate<MessageKey<'common' | 'form'>>,
): string {
  const name = upload.context.file?.name
  if (name === undefined) return ''
  if (upload.matches('checking')) return translate('upload.said.checking', { name })
  if (upload.matches({ sending: 'paused' })) return translate('upload.said.paused', { name })
  if (upload.matches({ sending: { active: 'waiting' } })) return translate('upload.said.waiting', { name })
  if (upload.matches({ sending: { active: 'moving' } })) return translate('upload.said.sending', { name })
  if (upload.matches('sending')) return translate('upload.said.retrying', { name })
  return upload.matches('sent') ? translate('upload.said.sent', { name }) : ''
}
