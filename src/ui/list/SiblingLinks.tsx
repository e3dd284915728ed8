import { Link } from '@tanstack/react-router'
import { useAtelier } from '../context.ts'
import styles from './ScopeTabs.module.css'

/** Links to the pages that stand beside this one under the same place, in the head of each of them. */
export function SiblingLinks({ pages }: { pages: readonly { readonly to: string; readonly word: string }[] }) {
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
}
