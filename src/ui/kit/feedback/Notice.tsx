import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { InfoIcon } from '@phosphor-icons/react/Info'
import { WarningIcon } from '@phosphor-icons/react/Warning'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './Notice.module.css'

const GLYPHS = {
  info: <InfoIcon />,
  ok: <CheckCircleIcon />,
  warn: <WarningIcon />,
  bad: <WarningCircleIcon />,
  quiet: <InfoIcon />,
}

export interface NoticeProps {
  tone?: keyof typeof GLYPHS
  /** Summary in bold, before the text. */
  title?: ReactNode
  children?: ReactNode
  /** Default: the icon of the tone. */
  icon?: ReactNode
  action?: ReactNode
  className?: string | undefined
}

/** Inline message box. Tone `bad` is announced immediately, the others politely. */
export function Notice({ tone = 'quiet', title, children, icon, action, className }: NoticeProps) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={joinClassNames(styles.notice, className)}
      data-tone={tone}
    >
      <Icon className={styles.glyph}>{icon ?? GLYPHS[tone]}</Icon>
      <p className={styles.words}>
        {title && <b>{title}</b>} {children}
      </p>
      {action}
    </div>
  )
}
