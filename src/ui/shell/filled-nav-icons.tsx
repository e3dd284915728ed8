import { AppWindowIcon } from '@phosphor-icons/react/AppWindow'
import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/ClockCounterClockwise'
import { CoatHangerIcon } from '@phosphor-icons/react/CoatHanger'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { CubeFocusIcon } from '@phosphor-icons/react/CubeFocus'
import { GearSixIcon } from '@phosphor-icons/react/GearSix'
import { PersonIcon } from '@phosphor-icons/react/Person'
import { QueueIcon } from '@phosphor-icons/react/Queue'
import { SquaresFourIcon } from '@phosphor-icons/react/SquaresFour'
import { TagIcon } from '@phosphor-icons/react/Tag'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { UsersIcon } from '@phosphor-icons/react/Users'
import type { ReactElement } from 'react'
import type { NavIconName } from '../nav-items.tsx'

/**
 * Icons of current navigation items (design guide §6). `vite/lean-icons.ts` keeps only the filled weight of the icons in this
 * file.
 */
export const FILLED_NAV_ICONS: Readonly<Record<NavIconName, ReactElement>> = {
  activity: <ClockCounterClockwiseIcon weight="fill" />,
  applications: <AppWindowIcon weight="fill" />,
  assets: <CubeIcon weight="fill" />,
  bodies: <PersonIcon weight="fill" />,
  home: <SquaresFourIcon weight="fill" />,
  jobs: <QueueIcon weight="fill" />,
  settings: <GearSixIcon weight="fill" />,
  tags: <TagIcon weight="fill" />,
  trash: <TrashIcon weight="fill" />,
  upload: <UploadSimpleIcon weight="fill" />,
  users: <UsersIcon weight="fill" />,
  viewer: <CubeFocusIcon weight="fill" />,
  wardrobe: <CoatHangerIcon weight="fill" />,
}
