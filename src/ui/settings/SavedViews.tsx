import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { UsersThreeIcon } from '@phosphor-icons/react/UsersThree'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import { type AccountView, SHARED_LISTS } from '../../api/contract/views.ts'
import { may } from '../../machines/rules/ability.ts'
import { PanelAnswer } from '../asset/PanelAnswer.tsx'
import { useAtelier } from '../context.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { linkClass } from '../kit/link-class.ts'
import { Notice } from '../kit/Notice.tsx'
import { ConfirmAction } from '../list/ConfirmAction.tsx'
import { useAbility } from '../list/use-ability.ts'
import { useAsking } from '../use-asking.ts'
import { RenameView } from './RenameView.tsx'
import styles from './Settings.module.css'
import { placeOfView } from './view-places.ts'

/** Props of {@link SavedViews}. All calls reject with `ApiError`. */
export interface SavedViewsProps {
  calls: {
    list: (signal: AbortSignal) => Promise<readonly AccountView[]>
    rename: (id: string, name: string) => Promise<AccountView>
    remove: (id: string) => Promise<unknown>
    share: (id: string, isShared: boolean) => Promise<AccountView>
  }
}

/** What is wanted of a view: another name, that it goes, or that others see it or do not any more. */
type Wish = 'rename' | 'remove' | 'share'
type Question = { about: AccountView; kind: Wish } | null

/** The views that the account keeps, of all lists; outfits among them, which are views of wardrobes. */
export function SavedViews({ calls }: SavedViewsProps) {
  const { translate } = useAtelier()
  const [question, setQuestion] = useState<Question>(null)
  const asking = useAsking({ question: 'views', ask: (_, signal) => calls.list(signal), keptAs: 'views' })
  const mayShare = may(useAbility(), 'update', 'Asset')
  const sharing = useAsking({
    about: 'share',
    question: question?.kind === 'share' ? question.about.id : null,
    ask: async (id) => {
      await calls.share(id, !question?.about.isShared)
      done()
      return true
    },
  })
  const close = () => setQuestion(null)
  const done = () => {
    close()
    asking.askAgain()
  }
  return (
    <>
      {sharing.error !== null && <Notice tone="bad">{translate(wordOf(sharing.error))}</Notice>}
      <PanelAnswer asking={asking}>
        {(views) =>
          views.length === 0 ? (
            <p className={styles.quiet}>{translate('settings.views.none')}</p>
          ) : (
            <ul className={styles.views} aria-label={translate('settings.views')}>
              {views.map((view) => (
                <ViewLine
                  key={view.id}
                  {...{ view, mayShare }}
                  onAsk={(kind) => {
                    // What failed is tried again; who presses while it goes on is not heard twice.
                    if (kind === 'share' && question?.kind === 'share' && question.about.id === view.id)
                      sharing.askAgain()
                    else setQuestion({ about: view, kind })
                  }}
                />
              ))}
            </ul>
          )
        }
      </PanelAnswer>
      {question?.kind === 'rename' && (
        <RenameView view={question.about} rename={calls.rename} onRenamed={done} onClose={close} />
      )}
      {question?.kind === 'remove' && (
        <ConfirmAction
          title={translate('settings.view.delete.title', { name: question.about.name })}
          text={translate(question.about.isShared ? 'settings.view.delete.shared' : 'settings.view.delete.why')}
          verb={translate('settings.view.delete')}
          act={() => calls.remove(question.about.id)}
          onDone={done}
          onClose={close}
        />
      )}
    </>
  )
}

interface ViewLineProps {
  view: AccountView
  /** This person may share what they keep; ending that is always theirs. */
  mayShare: boolean
  onAsk: (kind: Wish) => void
}

function ViewLine({ view, mayShare, onAsk }: ViewLineProps) {
  const { translate } = useAtelier()
  const { name, isShared } = view
  const place = placeOfView(view)
  const where = place ? translate(place.word) : view.list
  return (
    <li className={styles.view}>
      <span className={styles.words}>
        {place ? (
          <Link to={place.to} search={place.search as never} className={linkClass}>
            {name}
          </Link>
        ) : (
          name
        )}
        <small>{isShared ? translate('settings.view.shared', { where }) : where}</small>
      </span>
      {(isShared || (mayShare && Object.hasOwn(SHARED_LISTS, view.list))) && (
        <IconButton
          size="sm"
          label={translate(isShared ? 'settings.view.unshare.of' : 'settings.view.share.of', { name })}
          icon={<UsersThreeIcon weight={isShared ? 'fill' : 'regular'} />}
          onClick={() => onAsk('share')}
        />
      )}
      <IconButton
        size="sm"
        label={translate('settings.view.rename.of', { name })}
        icon={<PencilSimpleIcon />}
        onClick={() => onAsk('rename')}
      />
      <IconButton
        size="sm"
        label={translate('settings.view.delete.of', { name })}
        icon={<TrashIcon />}
        onClick={() => onAsk('remove')}
      />
    </li>
  )
}
