import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useAtelier } from '../context.ts'
import styles from './ScopeTabs.module.css'

/** Props of {@link SiblingLinks}. */
export interface SiblingLinksProps {
  pages: readonly { readonly to: string; readonly word: string }[]
}

/** Links to the pages that stand beside this one under the same place, in the head of each of them. */
export const SiblingLinks = memo(function SiblingLinks({ pages }: SiblingLinksProps) {
  const { translate } = useAtelier()
  return (
    <nav className={styles.tabs} aria-label={translate('nav.siblings')}>
      {pages.map(({ to, word }) => (
        <Link key={to} to={to} className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
          {translate(word)}
        </Link>
      ))}
    </nav>
  )
})
