import type { UploadKind } from '../../api/contract/files.ts'
import { fileKeyOf, urlKeyOf } from '../../machines/form/form.ts'
import type { SendFile } from '../../machines/upload/send-file.ts'
import type { Atelier } from '../context.ts'
import type { FormActor } from '../form/form-actor.ts'
import type { UploadActor } from './use-upload-machine.ts'

export interface UploadBinding {
  upload: UploadActor
  /** Prefix X of the form's keys: `XFile` has the file, `XUrl` the uploaded file's URL. */
  field: string
  kind: UploadKind
  form: FormActor
  track: Atelier['track']
  discard: SendFile['discard']
  onSelected?: ((file: File) => void) | undefined
}

/**
 * Updates a form's values from the upload of one field, and reports analytics events (Spec §4). Returns a function that
 * unsubscribes.
 */
export function bindUploadToForm({ upload, field, kind, form, track, discard, onSelected }: UploadBinding): () => void {
  const setValue = (key: string, value: unknown) => form.send({ type: 'value.changed', key, value })
  const blurField = () => form.send({ type: 'field.blurred', field })
  const trackEvent = (event: string, file: File | null, details: Record<string, unknown> = {}) =>
    track(event, { field, name: file?.name, size: file?.size, type: file?.type, ...details })
  const subscriptions = [
    // Stores the file before its check is finished, so that the draft includes it if the user leaves now.
    upload.subscribe((snapshot) => {
      const { origin, file } = snapshot.context
      if (!snapshot.matches('checking') || origin === 'restored') return
      if (form.getSnapshot().context.values[fileKeyOf(field)] !== file) setValue(fileKeyOf(field), file)
    }),
    upload.on('file.selected', ({ file }) => {
      blurField()
      trackEvent('file selected', file)
      onSelected?.(file)
    }),
    upload.on('file.sent', ({ stored }) => setValue(urlKeyOf(field), stored.url)),
    upload.on('file.removed', ({ file, isSent }) => {
      setValue(fileKeyOf(field), undefined)
      trackEvent('file removed', file)
      if (!isSent) discard(file, kind)
    }),
    upload.on('file.rejected', ({ file, problem }) => {
      setValue(fileKeyOf(field), undefined)
      blurField()
      trackEvent('file error', file, { error: problem.word })
    }),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
