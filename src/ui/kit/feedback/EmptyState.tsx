import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import { lazyModule, subscribeToLazyModules } from '../loading/lazy-module.ts'
import { useDocumentTitle } from '../use-document-title.ts'
import styles from './EmptyState.module.css'
import type { EmptyStateKind } from './EmptyStatePicture.tsx'

/** Lazy picture, because most pages never show it. The texts must be available offline, so they are not lazy. */
const lazyScene = lazyModule(async () => (await import('./EmptyStatePicture.tsx')).EmptyStatePicture)

export interface EmptyStateProps {
  /** `empty`: nothing exists. `away`: nothing matched. `failed`: loading failed, announced immediately. */
  kind: EmptyStateKind
  title: string
  /** Heading level; 1 on a page without another title. Default 2. */
  level?: 1 | 2
  children?: ReactNode
  actions?: ReactNode
  /** Small text under the buttons, announced politely. */
  foot?: ReactNode
  /** Countdown to the next attempt; not announced, because it changes every second. */
  timer?: ReactNode
  /** Technical details, collapsed by default. */
  details?: { summary: string; text: string } | undefined
  className?: string | undefined
}

/** Placeholder for a list or page without content: picture, explanation and actions. */
export function EmptyState({
  kind,
  title,
  level = 2,
  children,
  actions,
  foot,
  timer,
  details,
  className,
}: EmptyStateProps) {
  const Title = `h${level}` as const
  useDocumentTitle(level === 1 ? title : undefined)
  const Scene = useSyncExternalStore(subscribeToLazyModules, lazyScene.getLoaded)
  // A picture that fails to load is left out without an error.
  useEffect(() => void lazyScene.prefetch().catch(() => {}), [])
  return (
    <div className={joinClassNames(styles.scene, className)}>
      <div className={styles.picture} aria-hidden="true">
        {Scene && <Scene kind={kind} />}
      </div>
      <div className={styles.words} {...(kind === 'failed' && { role: 'alert' })}>
        <Title className={styles.title}>{title}</Title>
        {children && <p className={styles.text}>{children}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
      {foot && (
        <p className={styles.foot} role="status">
          {foot}
        </p>
      )}
      {timer && (
        <p className={styles.foot} role="timer">
          {timer}
        </p>
      )}
      {details && (
        <details className={styles.details}>
          <summary>
            <Icon size="sm">
              <CaretDownIcon />
            </Icon>
            {details.summary}
          </summary>
          <pre>{details.text}</pre>
        </details>
      )}
    </div>
  )
}
