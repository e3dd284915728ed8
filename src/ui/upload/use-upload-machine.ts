import { useEffectEvent, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import type { SendFile } from '../../machines/upload/send-file.ts'
import { uploadMachine } from '../../machines/upload/upload.machine.ts'
import { useAtelier } from '../context.ts'
import { checkFile } from './check-file.ts'

export type UploadActor = ActorRefFrom<typeof uploadMachine>

/** Minimum interval between progress reports, in milliseconds, because each report renders the field again. */
const PROGRESS_INTERVAL_MS = 200

/** Provides the upload machine with the file check (in a worker) and the app's upload function. */
export function useUploadMachine(): typeof uploadMachine {
  const { sendFile } = useAtelier()
  const upload = useEffectEvent((...args: Parameters<SendFile>) => sendFile(...args))
  const [machine] = useState(() =>
    uploadMachine.provide({
      actors: {
        checkFile: fromPromise(({ input: { file, kind, report }, signal }) =>
          checkFile(file, { kind, signal, onProgress: (share) => report({ type: 'check.advanced', share }) }),
        ),
        sendFile: fromPromise(({ input: { file, kind, report }, signal }) =>
          upload(file, {
            kind,
            signal,
            onStateChange: (state) => report({ type: 'transfer.changed', state }),
            onProgress: throttleProgress((sentBytes, totalBytes, at) =>
              report({ type: 'bytes.sent', sentBytes, totalBytes, at }),
            ),
          }),
        ),
      },
    }),
  )
  return machine
}

/** Throttles progress reports. Never drops the report of completion, or of a decrease after a resume. */
function throttleProgress(report: (sentBytes: number, totalBytes: number, at: number) => void) {
  let lastReport = { at: Number.NEGATIVE_INFINITY, sentBytes: 0 }
  return (sentBytes: number, totalBytes: number) => {
    const at = performance.now()
    if (at - lastReport.at < PROGRESS_INTERVAL_MS && sentBytes < totalBytes && sentBytes >= lastReport.sentBytes) return
    lastReport = { at, sentBytes }
    report(sentBytes, totalBytes, at)
  }
}
