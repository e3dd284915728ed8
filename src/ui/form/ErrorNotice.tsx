import type { ReactNode } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Notice } from '../kit/Notice.tsx'

/** Props of {@link ErrorNotice}. */
export interface ErrorNoticeProps {
  /** What something failed with; `null` where nothing did. */
  error: unknown
  /** What can be done about it, behind the sentence. */
  children?: ReactNode
}

/** What something failed with, announced at once; nothing where it did not. */
export function ErrorNotice({ error, children }: ErrorNoticeProps) {
  const { translate } = useAtelier()
  if (error === null) return null
  return (
    <Notice tone="bad">
      {translate(wordOf(error))} {children}
    </Notice>
  )
}
