import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import type { UploadKind } from '../../api/contract/files.ts'
import { fileKeyOf, urlKeyOf } from '../../machines/rules/form.ts'
import type { SendFile } from '../../machines/rules/sending.ts'
import { uploadMachine } from '../../machines/upload.machine.ts'
import { useAtelier } from '../context.ts'
import type { FormActor } from '../form/form-actor.ts'
import { useMachineActor } from '../machine.ts'
import { checkFile } from './check-file.ts'

/** What {@link useUpload} is made from. */
export interface UseUploadOptions {
  /** The field's name X: its file goes into the form's `XFile`, its address into `XUrl`. */
  field: string
  kind: UploadKind
  form: FormActor
  /** Told of a file that passed its checks. */
  onSelected?: (file: File) => void
}

/** Runs the upload of one field, keeps the form's values in step and tells analytics (Spec §4). */
export function useUpload({ field, kind, form, onSelected }: UseUploadOptions) {
  const { sendFile, track } = useAtelier()
  const latest = useRef({ sendFile, track, onSelected })
  latest.current = { sendFile, track, onSelected }
  const [machine] = useState(() => provideUpload((file, options) => latest.current.sendFile(file, options)))
  const actor = useMachineActor(machine, { input: { kind } })
  const snapshot = useSelector(actor, (now) => now)

  useEffect(() => {
    const change = (key: string, value: unknown) => form.send({ type: 'value.changed', key, value })
    const touch = () => form.send({ type: 'field.blurred', field })
    const tell = (event: string, file: File | null, more: Record<string, unknown> = {}) =>
      latest.current.track(event, { field, name: file?.name, size: file?.size, type: file?.type, ...more })
    const subscription = actor.on('*', (event) => {
      if (event.type === 'file.selected') {
        change(fileKeyOf(field), event.file)
        touch()
        tell('file selected', event.file)
        latest.current.onSelected?.(event.file)
      } else if (event.type === 'file.sent') {
        change(urlKeyOf(field), event.stored.url)
      } else if (event.type === 'file.removed') {
        change(fileKeyOf(field), undefined)
        tell('file removed', event.file)
        if (!event.isSent) latest.current.sendFile.discard(event.file, kind)
      } else {
        change(fileKeyOf(field), undefined)
        touch()
        tell('file error', event.file, { error: event.fault.word })
      }
    })
    return () => subscription.unsubscribe()
  }, [actor, form, field, kind])

  return { actor, snapshot }
}

/** A running upload with its present state, as {@link useUpload} gives it. */
export type Upload = ReturnType<typeof useUpload>

/** Milliseconds between two reports of progress: each makes the page draw the field anew, and nobody reads faster. */
const REPORT_MS = 200

const provideUpload = (send: (...given: Parameters<SendFile>) => ReturnType<SendFile>) =>
  uploadMachine.provide({
    actors: {
      checkFile: fromPromise(({ input: { file, kind, report }, signal }) =>
        checkFile(file, { kind, signal, onProgress: (share) => report({ type: 'check.advanced', share }) }),
      ),
      sendFile: fromPromise(({ input: { file, kind, report }, signal }) =>
        send(file, {
          kind,
          signal,
          onPace: (pace) => report({ type: 'pace.changed', pace }),
          onProgress: seldom((sentBytes, totalBytes, at) => report({ type: 'bytes.sent', sentBytes, totalBytes, at })),
        }),
      ),
    },
  })

/** Lets a report through when the last is some time ago, when all is sent, and when less is sent than before. */
function seldom(report: (sentBytes: number, totalBytes: number, at: number) => void) {
  let last = { at: Number.NEGATIVE_INFINITY, sentBytes: 0 }
  return (sentBytes: number, totalBytes: number) => {
    const at = performance.now()
    if (at - last.at < REPORT_MS && sentBytes < totalBytes && sentBytes >= last.sentBytes) return
    last = { at, sentBytes }
    report(sentBytes, totalBytes, at)
  }
}
