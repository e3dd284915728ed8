import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { BareButton } from '../kit/BareButton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Menu } from '../kit/overlays/Menu.tsx'
import { isChildPageActive, isNestedItemActive, isWithinPath, type NavItem } from '../nav-items.tsx'
import { useTranslate } from '../use-translate.ts'
import { NavItemIcon } from './NavItemIcon.tsx'
import styles from './Shell.module.css'

/** Last tab of a phone's tab bar: a menu of the pages without a tab. */
export function MoreTab({ navItems }: { navItems: readonly NavItem[] }) {
  const translate = useTranslate()
  const { navigate } = useRouter()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isCurrentItem = (item: NavItem) =>
    (isWithinPath(item.to, path) && !isNestedItemActive(item, path)) || isChildPageActive(item, path)
  const items = navItems.map((item) => ({
    id: item.to,
    label: translate(item.labelKey),
    icon: <NavItemIcon of={item.icon} isCurrent={isCurrentItem(item)} />,
    onAction: () => void navigate({ to: item.to }),
  }))
  return (
    <Menu label={translate('nav.more')} placement="top end" groups={[{ items }]}>
      {(button) => (
        <BareButton
          {...button}
          className={styles.place}
          aria-current={navItems.some(isCurrentItem) ? 'page' : undefined}
        >
          <Icon size="fit" className={styles.glyph}>
            <DotsThreeIcon />
          </Icon>
          <span className={styles.word}>{translate('nav.more')}</span>
        </BareButton>
      )}
    </Menu>
  )
}
