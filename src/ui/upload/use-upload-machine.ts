import { useEffectEvent, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import type { SendFile } from '../../machines/rules/sending.ts'
import { uploadMachine } from '../../machines/upload.machine.ts'
import { useAtelier } from '../context.ts'
import { checkFile } from './check-file.ts'

/** A running upload. */
export type UploadActor = ActorRefFrom<typeof uploadMachine>

/** Milliseconds between two reports of progress: each makes the page draw the field anew, and nobody reads faster. */
const REPORT_MS = 200

/** The upload machine, checking files in a worker and sending them as the app does. */
export function useUploadMachine(): typeof uploadMachine {
  const { sendFile } = useAtelier()
  const send = useEffectEvent((...given: Parameters<SendFile>) => sendFile(...given))
  const [machine] = useState(() =>
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
            onProgress: seldom((sentBytes, totalBytes, at) =>
              report({ type: 'bytes.sent', sentBytes, totalBytes, at }),
            ),
          }),
        ),
      },
    }),
  )
  return machine
}

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
