import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Job } from '../../api/contract/jobs.ts'
import { useAtelier } from '../context.ts'
import { createToastKit } from '../list/ListToasts.tsx'
import { useWords } from '../use-words.ts'
import { jobsWords } from '../words/jobs.ts'
import { watchWords } from '../words/watch.ts'

/** Where jobs of a status are listed. */
const jobsOf = (status: Job['status']) => `/jobs?filter=${encodeURIComponent(JSON.stringify({ status: [status] }))}`

/** Props of {@link FinishedToasts}. */
export interface FinishedToastsProps {
  /** The jobs that ended together, in the order in which they did; what is added is told. */
  finished: readonly (readonly Job[])[]
}

/** Tells, under the page, what became of jobs: of one by its name, of several in sum. */
export function FinishedToasts({ finished }: FinishedToastsProps) {
  const { translate } = useAtelier()
  const { history } = useRouter()
  const [toasts] = useState(() => createToastKit('watch.jobs'))
  useEffect(() => {
    toasts.enter()
    return toasts.leave
  }, [toasts])
  const hasWords = [useWords(watchWords, 'fetch'), useWords(jobsWords, 'fetch')].every(Boolean)
  const told = useRef(0)
  useEffect(() => {
    if (!hasWords) return
    const view = (label: string, to: string) => ({ label: translate(label), onAction: () => history.push(to) })
    for (const jobs of finished.slice(told.current))
      for (const [status, tell] of [
        ['failed', toasts.bad],
        ['done', toasts.ok],
      ] as const) {
        const ended = jobs.filter((job) => job.status === status)
        const [one] = ended
        if (!one) continue
        const name = one.asset?.name
        tell(
          ended.length === 1 && name !== undefined
            ? {
                text: translate(`watch.job.${status}`, { kind: translate(`jobs.kind.${one.kind}`), name }),
                detail: one.error,
                action: view('watch.job.view', `/assets/${one.asset?.id}`),
              }
            : {
                text: translate(`watch.jobs.${status}`, { n: ended.length }),
                action: view('watch.jobs.view', jobsOf(status)),
              },
        )
      }
    told.current = finished.length
  }, [finished, hasWords, history, toasts, translate])
  return hasWords && <toasts.Region />
}
