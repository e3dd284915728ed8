import type { ReactNode } from 'react'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { Notice } from '../kit/feedback/Notice.tsx'
import { useTranslate } from '../use-translate.ts'

export interface ErrorNoticeProps {
  error: unknown
  /** Remedy, shown after the message. */
  children?: ReactNode
}

/** Notice that announces an error immediately. Renders nothing if `error` is null. */
export function ErrorNotice({ error, children }: ErrorNoticeProps) {
  const translate = useTranslate()
  if (error === null) return null
  return (
    <Notice tone="bad">
      {translate(getErrorMessageKey(error))} {children}
    </Notice>
  )
}
