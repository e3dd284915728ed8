import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { CaretUpIcon } from '@phosphor-icons/react/CaretUp'
import { useAtelier } from '../context.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { Kbd } from '../kit/Kbd.tsx'
import styles from './Neighbours.module.css'
import type { Beside, Way } from './use-neighbours.ts'

const WAYS = [
  ['before', 'K', <CaretUpIcon key="up" />],
  ['after', 'J', <CaretDownIcon key="down" />],
] as const satisfies [Way, string, React.ReactNode][]

/** Where the asset stands in the list one came from, and the way to those beside it. */
export function Neighbours({ beside: { neighbours, go, gone } }: { beside: Beside }) {
  const { translate } = useAtelier()
  const { place, total } = neighbours
  return (
    <nav className={styles.neighbours} aria-label={translate('asset.neighbours')}>
      <span className={styles.place}>{translate('asset.place', { n: place, total })}</span>
      {WAYS.map(([way, key, icon]) => (
        <IconButton
          key={way}
          label={translate(`asset.${way}`)}
          tip={
            <>
              {translate(`asset.${way}`)} <Kbd keys={[key]} />
            </>
          }
          tipPlacement="bottom"
          icon={icon}
          aria-keyshortcuts={key}
          autoFocus={gone === way}
          waiting={!neighbours[way]}
          onClick={() => go(way)}
        />
      ))}
    </nav>
  )
}
