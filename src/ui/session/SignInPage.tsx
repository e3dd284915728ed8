import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import { AuthPageLayout } from './AuthPageLayout.tsx'
import { PageLink } from './PageLink.tsx'
import { SignInForm, type SignInFormProps } from './SignInForm.tsx'
import { useReturnAfterSignIn } from './use-return-after-sign-in.ts'

export interface SignInPageProps extends Pick<SignInFormProps, 'awaitedCode'> {
  reason?: 'login_required' | undefined
  /** Path to open after signing in. Default: home. */
  to: string | undefined
}

/** Sign-in page. Works without a router, for the first paint. */
export function SignInPage({ reason, to, awaitedCode }: SignInPageProps) {
  const translate = useTranslate(sessionMessages)
  const isLeaving = useReturnAfterSignIn(to)
  const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`
  return (
    <AuthPageLayout
      foot={
        <>
          {translate('signin.new')} <PageLink href={`/signup${query}`}>{translate('signin.create')}</PageLink>
        </>
      }
    >
      <SignInForm hasEnded={reason === 'login_required'} awaitedCode={awaitedCode} isLeaving={isLeaving} />
    </AuthPageLayout>
  )
}
