import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useAtelier } from '../context.ts'
import type { MessageKey } from '../message-key.ts'
import styles from './filters/ScopeTabs.module.css'

export interface SiblingLinksProps {
  pages: readonly { readonly to: string; readonly labelKey: MessageKey }[]
}

/** Links to the sibling pages of a list, in the list's head. */
export const SiblingLinks = memo(function SiblingLinks({ pages }: SiblingLinksProps) {
  const { translate } = useAtelier()
  return (
    <nav className={styles.tabs} aria-label={translate('nav.siblings')}>
      {pages.map(({ to, labelKey }) => (
        <Link key={to} to={to} className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
          {translate(labelKey)}
        </Link>
      ))}
    </nav>
  )
})
