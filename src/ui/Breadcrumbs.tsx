import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { Link } from '@tanstack/react-router'
import styles from './Breadcrumbs.module.css'
import { Icon } from './kit/Icon.tsx'
import type { MessageKey } from './message-key.ts'
import { useTranslate } from './use-translate.ts'

/** Breadcrumbs before the title of a page: path and message key of each parent page. */
export function Breadcrumbs({ trail }: { trail: readonly { to: string; labelKey: MessageKey<'common'> }[] }) {
  const translate = useTranslate()
  return (
    <nav className={styles.crumbs} aria-label={translate('nav.crumbs')}>
      {trail.map(({ to, labelKey }) => (
        <span key={to}>
          <Link to={to}>{translate(labelKey)}</Link>
          <Icon size="xs">
            <CaretRightIcon weight="bold" />
          </Icon>
        </span>
      ))}
    </nav>
  )
}

export const ASSETS_BREADCRUMBS = [{ to: '/assets', labelKey: 'nav.assets' }] as const
