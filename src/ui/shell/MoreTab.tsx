import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useAtelier } from '../context.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Menu } from '../kit/Menu.tsx'
import { PlaceMark } from './PlaceMark.tsx'
import { isAt, isInner, isUnder, type Place } from './places.tsx'
import styles from './Shell.module.css'

/** The last tab of a phone's bar: the places for which it has no room. */
export function MoreTab({ places }: { places: readonly Place[] }) {
  const { translate } = useAtelier()
  const { navigate } = useRouter()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isHere = (place: Place) => (isAt(place.to, path) && !isInner(place, path)) || isUnder(place, path)
  const items = places.map((place) => ({
    id: place.to,
    label: translate(place.word),
    icon: <PlaceMark of={place.icon} isCurrent={isHere(place)} />,
    onAction: () => void navigate({ to: place.to }),
  }))
  return (
    <Menu label={translate('nav.more')} placement="top end" groups={[{ items }]}>
      {(button) => (
        <BareButton {...button} className={styles.place} aria-current={places.some(isHere) ? 'page' : undefined}>
          <Icon size="fit" className={styles.glyph}>
            <DotsThreeIcon />
          </Icon>
          <span className={styles.word}>{translate('nav.more')}</span>
        </BareButton>
      )}
    </Menu>
  )
}
