import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { Link } from '@tanstack/react-router'
import { useAtelier } from '../context.ts'
import { Icon } from '../kit/Icon.tsx'
import styles from './Crumbs.module.css'

/** Where a page below a list belongs, before its title: each step's address and the key of its words. */
export function Crumbs({ trail }: { trail: readonly { to: string; word: string }[] }) {
  const { translate } = useAtelier()
  return (
    <nav className={styles.crumbs} aria-label={translate('nav.crumbs')}>
      {trail.map(({ to, word }) => (
        <span key={to}>
          <Link to={to}>{translate(word)}</Link>
          <Icon size="xs">
            <CaretRightIcon weight="bold" />
          </Icon>
        </span>
      ))}
    </nav>
  )
}

/** The way to what stands below the list of assets. */
export const BELOW_ASSETS = [{ to: '/assets', word: 'nav.assets' }] as const
