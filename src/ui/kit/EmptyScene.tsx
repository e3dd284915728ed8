import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { classes } from './classes.ts'
import styles from './EmptyScene.module.css'
import { Icon } from './Icon.tsx'
import { hearParts, part } from './part.ts'
import type { SceneKind } from './Scene.tsx'
import { useDocumentTitle } from './use-document-title.ts'

/** The picture alone: most pages are never empty, and the words must be there where nothing can be reached. */
const scene = part(async () => (await import('./Scene.tsx')).Scene)

/** Props of {@link EmptyScene}. */
export interface EmptySceneProps {
  /** `empty`: nothing exists. `away`: nothing matched. `failed`: it did not load; announced at once. */
  kind: SceneKind
  title: string
  /** Level of the title: 1 where it is the page's own. Default 2. */
  level?: 1 | 2
  /** A sentence or two under the title. */
  children?: ReactNode
  /** One ink button, and perhaps a line one. */
  actions?: ReactNode
  /** Small words under the buttons, such as the countdown to the next try; announced politely. */
  foot?: ReactNode
  /** Small words that count down to the next try; not announced, for they change each second. */
  timer?: ReactNode
  /** What a developer wants to know, folded away. */
  details?: { summary: string; text: string } | undefined
  className?: string | undefined
}

/** What stands where a list or page would: a still life, what happened, and what to do. */
export function EmptyScene({
  kind,
  title,
  level = 2,
  children,
  actions,
  foot,
  timer,
  details,
  className,
}: EmptySceneProps) {
  const Title = `h${level}` as const
  useDocumentTitle(level === 1 ? title : undefined)
  const Scene = useSyncExternalStore(hearParts, scene.held)
  // Nobody misses it where it does not come.
  useEffect(() => void scene.fetch().catch(() => {}), [])
  return (
    <div className={classes(styles.scene, className)}>
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
