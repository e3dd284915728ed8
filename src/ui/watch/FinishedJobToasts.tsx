import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Job } from '../../api/contract/jobs.ts'
import { createPageToasts } from '../list/page-toasts.tsx'
import type { MessageKey } from '../message-key.ts'
import { jobsMessages } from '../messages/jobs.ts'
import { watchMessages } from '../messages/watch.ts'
import { useMessages } from '../use-messages.ts'

const jobsHref = (status: Job['status']) => `/jobs?filter=${encodeURIComponent(JSON.stringify({ status: [status] }))}`

export interface FinishedJobToastsProps {
  /** Groups of jobs that ended together, in order. Each new group is shown as one toast. */
  finished: readonly (readonly Job[])[]
}

/** Toasts for finished jobs: a single job by its name, several jobs as a count. */
export function FinishedJobToasts({ finished }: FinishedJobToastsProps) {
  const { history } = useRouter()
  const [toasts] = useState(() => createPageToasts('watch.jobs'))
  useEffect(() => {
    toasts.activate()
    return toasts.deactivate
  }, [toasts])
  const translate = useMessages(watchMessages, 'prefetch')
  const translateJob = useMessages(jobsMessages, 'prefetch')
  const reportedCount = useRef(0)
  useEffect(() => {
    if (!translate || !translateJob) return
    const viewAction = (labelKey: MessageKey<'watch'>, url: string) => ({
      label: translate(labelKey),
      onAction: () => history.push(url),
    })
    for (const jobs of finished.slice(reportedCount.current))
      for (const [status, showToast] of [
        ['failed', toasts.error],
        ['done', toasts.success],
      ] as const) {
        const matching = jobs.filter((job) => job.status === status)
        const [first] = matching
        if (!first) continue
        const name = first.asset?.name
        showToast(
          matching.length === 1 && name !== undefined
            ? {
                text: translate(`watch.job.${status}`, { kind: translateJob(`jobs.kind.${first.kind}`), name }),
                detail: first.error,
                action: viewAction('watch.job.view', `/assets/${first.asset?.id}`),
              }
            : {
                text: translate(`watch.jobs.${status}`, { n: matching.length }),
                action: viewAction('watch.jobs.view', jobsHref(status)),
              },
        )
      }
    reportedCount.current = finished.length
  }, [finished, history, toasts, translate, translateJob])
  return translate && translateJob && <toasts.Region />
}
