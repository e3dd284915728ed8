import type { UploadKind } from '../../api/contract/files.ts'
import { fileKeyOf, urlKeyOf } from '../../machines/rules/form.ts'
import type { SendFile } from '../../machines/rules/sending.ts'
import type { Atelier } from '../context.ts'
import type { FormActor } from '../form/form-actor.ts'
import type { UploadActor } from './use-upload-machine.ts'

/** What {@link followUpload} is made from. */
export interface FollowedUpload {
  upload: UploadActor
  /** The field's name X: its file goes into the form's `XFile`, its address into `XUrl`. */
  field: string
  kind: UploadKind
  form: FormActor
  track: Atelier['track']
  /** Ends an unfinished upload on the server. */
  discard: SendFile['discard']
  /** Told of a file that passed its checks. */
  onSelected?: ((file: File) => void) | undefined
}

/** Keeps a form's values in step with the upload of one field, and tells analytics (Spec §4). Gives what ends that. */
export function followUpload({ upload, field, kind, form, track, discard, onSelected }: FollowedUpload): () => void {
  const change = (key: string, value: unknown) => form.send({ type: 'value.changed', key, value })
  const touch = () => form.send({ type: 'field.blurred', field })
  const tell = (event: string, file: File | null, more: Record<string, unknown> = {}) =>
    track(event, { field, name: file?.name, size: file?.size, type: file?.type, ...more })
  const subscriptions = [
    // What was brought is kept while it is checked: whoever leaves in that moment finds it again.
    upload.subscribe((snapshot) => {
      const { origin, file } = snapshot.context
      if (!snapshot.matches('checking') || origin === 'restored') return
      if (form.getSnapshot().context.values[fileKeyOf(field)] !== file) change(fileKeyOf(field), file)
    }),
    upload.on('file.selected', ({ file }) => {
      touch()
      tell('file selected', file)
      onSelected?.(file)
    }),
    upload.on('file.sent', ({ stored }) => change(urlKeyOf(field), stored.url)),
    upload.on('file.removed', ({ file, isSent }) => {
      change(fileKeyOf(field), undefined)
      tell('file removed', file)
      if (!isSent) discard(file, kind)
    }),
    upload.on('file.rejected', ({ file, fault }) => {
      change(fileKeyOf(field), undefined)
      touch()
      tell('file error', file, { error: fault.word })
    }),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
