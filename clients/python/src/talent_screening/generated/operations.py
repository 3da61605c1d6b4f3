"""Generated from docs/openapi.json by `make clients`; changes here are lost. The operations."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Literal, TypeVar

from talent_screening.calls import Call, Credential, Listing, Paging, new_idempotency_key
from talent_screening.generated import models

T = TypeVar("T")
I = TypeVar("I")


class Operations(ABC):
    """A method for each operation that answers JSON. A client says how calls are made."""

    @abstractmethod
    def _call(self, call: Call[T]) -> T: ...

    @abstractmethod
    def _iterate(self, listing: Listing[Any, I]) -> Iterator[I]: ...

    def end_chat(
        self, chatbot_id: str, body: models.EndChat | None = None, *, chat_token: str
    ) -> models.ChatEnded:
        """End the conversation; again returns the same and does nothing.

        It causes no event.

        Takes no key: the token in `x-chat-token` is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/chat/{chatbotId}/end",
                models.ChatEnded,
                parameters={"chatbotId": chatbot_id},
                body=body,
                credential=Credential.NONE,
                headers={"x-chat-token": chat_token},
            )
        )

    def announce_file(
        self, chatbot_id: str, body: models.AnnounceFile, *, chat_token: str
    ) -> models.ChatUpload:
        """Give a file a place to be uploaded to, where the chatbot takes files.

        It causes no event.

        Takes no key: the token in `x-chat-token` is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/chat/{chatbotId}/files",
                models.ChatUpload,
                parameters={"chatbotId": chatbot_id},
                body=body,
                credential=Credential.NONE,
                headers={"x-chat-token": chat_token},
            )
        )

    def send_file(
        self, chatbot_id: str, file_id: str, body: models.SendFile, *, chat_token: str
    ) -> models.ChatExchange:
        """Send a file that was uploaded as a message, and get the reply; again it is the same one.

        It causes no event.

        Takes no key: the token in `x-chat-token` is the credential.
        """
        return self._call(
            Call(
                "PUT",
                "/chat/{chatbotId}/files/{fileId}",
                models.ChatExchange,
                parameters={"chatbotId": chatbot_id, "fileId": file_id},
                body=body,
                credential=Credential.NONE,
                headers={"x-chat-token": chat_token},
            )
        )

    def leave_message(
        self, chatbot_id: str, body: models.LeaveMessage, *, chat_token: str
    ) -> models.ChatExchange:
        """Leave a message for the team, which is told of it.

        It causes no event.

        Takes no key: the token in `x-chat-token` is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/chat/{chatbotId}/left-messages",
                models.ChatExchange,
                parameters={"chatbotId": chatbot_id},
                body=body,
                credential=Credential.NONE,
                headers={"x-chat-token": chat_token},
            )
        )

    def send_message(
        self, chatbot_id: str, body: models.SendMessage, *, chat_token: str
    ) -> models.ChatExchange:
        """Say something, and get the reply.

        It causes no event.

        Takes no key: the token in `x-chat-token` is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/chat/{chatbotId}/messages",
                models.ChatExchange,
                parameters={"chatbotId": chatbot_id},
                body=body,
                credential=Credential.NONE,
                headers={"x-chat-token": chat_token},
            )
        )

    def read_chat(self, chatbot_id: str, *, chat_token: str) -> models.ChatHistory:
        """Read the conversation, as after a reload; who had left is back by it.

        It causes no event.

        Takes no key: the token in `x-chat-token` is the credential.
        """
        return self._call(
            Call(
                "GET",
                "/chat/{chatbotId}/messages",
                models.ChatHistory,
                parameters={"chatbotId": chatbot_id},
                credential=Credential.NONE,
                headers={"x-chat-token": chat_token},
            )
        )

    def begin_chat(self, chatbot_id: str) -> models.ChatBegun:
        """Begin a conversation.

        It causes no event.

        Takes no key.
        """
        return self._call(
            Call(
                "POST",
                "/chat/{chatbotId}/sessions",
                models.ChatBegun,
                parameters={"chatbotId": chatbot_id},
                credential=Credential.NONE,
            )
        )

    def create_account(
        self, body: models.CreateAccount, *, idempotency_key: str | None = None
    ) -> models.OneAccountWithKey:
        """Make an account: an organization of the partner's customer, with a team and a key.

        `apiKey` is the customer's, of scope `integrations`, and is told this once.

        It causes no event.

        Key scope: `accounts`.
        """
        return self._call(
            Call(
                "POST",
                "/connect/accounts",
                models.OneAccountWithKey,
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_accounts(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        search: str | None = None,
        external_id: str | None = None,
    ) -> models.AccountList:
        """List the partner's accounts, newest first, the closed ones among them.

        It causes no event.

        Key scope: `accounts`.
        """
        return self._call(
            Call(
                "GET",
                "/connect/accounts",
                models.AccountList,
                query={"page": page, "pageSize": page_size, "search": search, "externalId": external_id},
            )
        )

    def iterate_accounts(
        self, *, page_size: int | None = None, search: str | None = None, external_id: str | None = None
    ) -> Iterator[models.Account]:
        """List the partner's accounts, newest first, the closed ones among them.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/connect/accounts",
                    models.AccountList,
                    query={"pageSize": page_size, "search": search, "externalId": external_id},
                ),
                Paging.PAGES,
                lambda page: page.accounts,
            )
        )

    def get_account(self, account_id: str) -> models.OneAccount:
        """Read an account of the partner.

        It causes no event.

        Key scope: `accounts`.
        """
        return self._call(
            Call(
                "GET",
                "/connect/accounts/{accountId}",
                models.OneAccount,
                parameters={"accountId": account_id},
            )
        )

    def change_account(
        self, account_id: str, body: models.ChangeAccount | None = None, *, if_match: str | None = None
    ) -> models.OneAccount:
        """Change the members of an account that are supplied; its organization is called as it is.

        It causes no event.

        Key scope: `accounts`.
        """
        return self._call(
            Call(
                "PATCH",
                "/connect/accounts/{accountId}",
                models.OneAccount,
                parameters={"accountId": account_id},
                body=body,
                if_match=if_match,
            )
        )

    def close_account(self, account_id: str, *, if_match: str | None = None) -> models.OneAccount:
        """Close an account: all keys of its organization fail from now on, and it gets no new ones.

        It stays readable. Closing it again does no harm.

        It causes no event.

        Key scope: `accounts`.
        """
        return self._call(
            Call(
                "DELETE",
                "/connect/accounts/{accountId}",
                models.OneAccount,
                parameters={"accountId": account_id},
                if_match=if_match,
            )
        )

    def list_catalog(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        *,
        integration_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> models.Catalog:
        """List the interviews that may be ordered, newest first: the active ones of the integration's team.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "GET",
                "/connect/{vendor}/catalog",
                models.Catalog,
                parameters={"vendor": vendor},
                query={"integrationId": integration_id, "page": page, "pageSize": page_size},
            )
        )

    def iterate_catalog(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        *,
        integration_id: str | None = None,
        page_size: int | None = None,
    ) -> Iterator[dict[str, Any]]:
        """List the interviews that may be ordered, newest first: the active ones of the integration's team.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/connect/{vendor}/catalog",
                    models.Catalog,
                    parameters={"vendor": vendor},
                    query={"integrationId": integration_id, "pageSize": page_size},
                ),
                Paging.PAGES,
                lambda page: page.catalog,
            )
        )

    def validate_configuration(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        body: models.ValidateConfiguration,
        *,
        idempotency_key: str | None = None,
    ) -> models.Validation:
        """Say everything that is wrong with a configuration, of which nothing is stored.

        A recruiting suite is asked whether it takes the credentials; other vendors are asked by `health` alone.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "POST",
                "/connect/{vendor}/config/validate",
                models.Validation,
                parameters={"vendor": vendor},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def get_health(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        *,
        team_id: str | None = None,
    ) -> models.OneHealth:
        """Ask the vendor's service, for each integration, whether it is there and takes the credentials.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "GET",
                "/connect/{vendor}/health",
                models.OneHealth,
                parameters={"vendor": vendor},
                query={"teamId": team_id},
            )
        )

    def create_integration(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        body: models.CreateIntegration,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneIntegrationWithPassword:
        """Connect a team with a vendor.

        The configuration is what the vendor's model takes. `password` is the integration's own for Basic, and is
        told this once; secrets of the configuration are never shown.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "POST",
                "/connect/{vendor}/integrations",
                models.OneIntegrationWithPassword,
                parameters={"vendor": vendor},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_integrations(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        *,
        team_id: str | None = None,
    ) -> models.IntegrationList:
        """List the integrations with a vendor, newest first.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "GET",
                "/connect/{vendor}/integrations",
                models.IntegrationList,
                parameters={"vendor": vendor},
                query={"teamId": team_id},
            )
        )

    def get_integration(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        integration_id: str,
    ) -> models.OneIntegration:
        """Read an integration; the secrets of its configuration are named and not shown.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "GET",
                "/connect/{vendor}/integrations/{integrationId}",
                models.OneIntegration,
                parameters={"vendor": vendor, "integrationId": integration_id},
            )
        )

    def change_integration(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        integration_id: str,
        body: models.ChangeIntegration | None = None,
        *,
        if_match: str | None = None,
    ) -> models.OneIntegrationWithPassword:
        """Change the members of an integration that are supplied.

        Members of `configuration` are merged with those there are, null removes one. `rotatePassword` returns a
        new `password`. A disabled integration takes no orders and assigns no jobs, and its Basic password fails.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "PATCH",
                "/connect/{vendor}/integrations/{integrationId}",
                models.OneIntegrationWithPassword,
                parameters={"vendor": vendor, "integrationId": integration_id},
                body=body,
                if_match=if_match,
            )
        )

    def remove_integration(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        integration_id: str,
        *,
        if_match: str | None = None,
    ) -> models.OneRemovedIntegration:
        """Remove an integration for good, with its secrets and its password.

        Candidates that were ordered and jobs that were assigned stay with their team.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "DELETE",
                "/connect/{vendor}/integrations/{integrationId}",
                models.OneRemovedIntegration,
                parameters={"vendor": vendor, "integrationId": integration_id},
                if_match=if_match,
            )
        )

    def place_order(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        body: models.VendorOrder | None = None,
        *,
        integration_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneOrder:
        """Order an interview for a candidate, who is invited; the response has the link that opens it.

        The same reference is the same order: sent again it is returned again, and with another body it is a 409.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "POST",
                "/connect/{vendor}/orders",
                models.OneOrder,
                parameters={"vendor": vendor},
                query={"integrationId": integration_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_orders(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        *,
        integration_id: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> models.Orders:
        """List the integration's orders, newest first.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "GET",
                "/connect/{vendor}/orders",
                models.Orders,
                parameters={"vendor": vendor},
                query={"integrationId": integration_id, "page": page, "pageSize": page_size},
            )
        )

    def iterate_orders(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        *,
        integration_id: str | None = None,
        page_size: int | None = None,
    ) -> Iterator[dict[str, Any]]:
        """List the integration's orders, newest first.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/connect/{vendor}/orders",
                    models.Orders,
                    parameters={"vendor": vendor},
                    query={"integrationId": integration_id, "pageSize": page_size},
                ),
                Paging.PAGES,
                lambda page: page.orders,
            )
        )

    def get_order(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        order_id: str,
        *,
        integration_id: str | None = None,
    ) -> models.OneOrder:
        """Read an order and how far it is.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "GET",
                "/connect/{vendor}/orders/{orderId}",
                models.OneOrder,
                parameters={"vendor": vendor, "orderId": order_id},
                query={"integrationId": integration_id},
            )
        )

    def list_pushes(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        order_id: str,
        *,
        integration_id: str | None = None,
    ) -> models.Pushes:
        """List the requests that told the vendor of an order; none for a vendor that asks.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "GET",
                "/connect/{vendor}/orders/{orderId}/pushes",
                models.Pushes,
                parameters={"vendor": vendor, "orderId": order_id},
                query={"integrationId": integration_id},
            )
        )

    def get_order_results(
        self,
        vendor: Literal[
            "ashby", "assessment-partner", "example-ats", "greenhouse", "lever", "smartrecruiters", "workable"
        ],
        order_id: str,
        *,
        integration_id: str | None = None,
    ) -> models.OneResults:
        """Read the results of an order; there are none before the candidate is done and the answers judged.

        It causes no event.

        Key scope: `integrations`.
        """
        return self._call(
            Call(
                "GET",
                "/connect/{vendor}/results/{orderId}",
                models.OneResults,
                parameters={"vendor": vendor, "orderId": order_id},
                query={"integrationId": integration_id},
            )
        )

    def create_session(self, body: models.CreateSession) -> models.OneSession:
        """Sign in: redeem the code of the issuer for a session of twelve hours.

        It causes no event.

        Takes no key.
        """
        return self._call(
            Call("POST", "/console/session", models.OneSession, body=body, credential=Credential.NONE)
        )

    def end_session(self) -> models.OneEndedSession:
        """Sign out: the session whose token is shown as Bearer ends at once.

        It causes no event.

        Takes no key: the token in `Authorization` is the credential.
        """
        return self._call(Call("DELETE", "/console/session", models.OneEndedSession))

    def ask_for_another_time(
        self, token: str, body: models.AskForAnotherTime | None = None
    ) -> models.OneAnsweredMeeting:
        """Ask for another time, of which the team is told; this one can still be confirmed. As for `confirm`.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/m/{token}/another-time",
                models.OneAnsweredMeeting,
                parameters={"token": token},
                body=body,
                credential=Credential.NONE,
            )
        )

    def book_slot(self, token: str, body: models.BookSlot) -> models.OneBooking:
        """Book a slot of the meeting; another one moves the booking, the same one again does nothing.

        409 for a slot that is full, past or closed: a booking that there was stays. A browser is led back to the
        page.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/m/{token}/booking",
                models.OneBooking,
                parameters={"token": token},
                body=body,
                credential=Credential.NONE,
            )
        )

    def cancel_booking(self, token: str) -> models.OneBooking:
        """Take the booking back. 409 when nothing is booked, or its time has come.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "DELETE",
                "/m/{token}/booking",
                models.OneBooking,
                parameters={"token": token},
                credential=Credential.NONE,
            )
        )

    def cancel_booking_by_form(self, token: str) -> models.OneBooking:
        """Take the booking back, as DELETE does, for the form of the page. A browser is led back to the page.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/m/{token}/booking/cancel",
                models.OneBooking,
                parameters={"token": token},
                credential=Credential.NONE,
            )
        )

    def confirm_meeting(self, token: str) -> models.OneAnsweredMeeting:
        """Confirm the meeting; again does nothing. A browser is led back to the page, which says how it went.

        It may cause `workflow.step.completed`, `workflow.enrollment.completed`, `workflow.step.invited`.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/m/{token}/confirm",
                models.OneAnsweredMeeting,
                parameters={"token": token},
                credential=Credential.NONE,
            )
        )

    def decline_meeting(self, token: str) -> models.OneAnsweredMeeting:
        """Decline the meeting, of which the team is told; it can still be confirmed. As for `confirm`.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/m/{token}/decline",
                models.OneAnsweredMeeting,
                parameters={"token": token},
                credential=Credential.NONE,
            )
        )

    def list_slots(self, token: str) -> models.OpenSlots:
        """List the slots of the meeting with their free places, earliest first.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "GET",
                "/m/{token}/slots",
                models.OpenSlots,
                parameters={"token": token},
                credential=Credential.NONE,
            )
        )

    def create_ai_text_question(
        self,
        body: models.CreateAiTextQuestion,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneAiTextQuestion:
        """Add an AI text question.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/ai-text-questions",
                models.OneAiTextQuestion,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_ai_text_questions(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        archived: bool | None = None,
        search: str | None = None,
    ) -> models.AiTextQuestionList:
        """List the team's AI text questions, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/ai-text-questions",
                models.AiTextQuestionList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                    "archived": archived,
                    "search": search,
                },
            )
        )

    def iterate_ai_text_questions(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        page_size: int | None = None,
        archived: bool | None = None,
        search: str | None = None,
    ) -> Iterator[models.AiTextQuestion]:
        """List the team's AI text questions, newest first.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/ai-text-questions",
                    models.AiTextQuestionList,
                    query={
                        "teamId": team_id,
                        "userId": user_id,
                        "pageSize": page_size,
                        "archived": archived,
                        "search": search,
                    },
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.ai_text_questions,
            )
        )

    def get_ai_text_question(
        self, ai_text_question_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneAiTextQuestion:
        """Read an AI text question.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/ai-text-questions/{aiTextQuestionId}",
                models.OneAiTextQuestion,
                parameters={"aiTextQuestionId": ai_text_question_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_ai_text_question(
        self,
        ai_text_question_id: str,
        body: models.ChangeAiTextQuestion | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneAiTextQuestion:
        """Change the members of an AI text question that are supplied; AI interviewers then ask it as it is.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/ai-text-questions/{aiTextQuestionId}",
                models.OneAiTextQuestion,
                parameters={"aiTextQuestionId": ai_text_question_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def archive_ai_text_question(
        self,
        ai_text_question_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.ArchivedAiTextQuestion:
        """Archive an AI text question; it stays readable, and interviews go on asking it.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/ai-text-questions/{aiTextQuestionId}",
                models.ArchivedAiTextQuestion,
                parameters={"aiTextQuestionId": ai_text_question_id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def list_audit_log(
        self,
        *,
        organization_id: str,
        since: str | None = None,
        until: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.AuditLog:
        """List the changes of an organization in the last year that the audit log has, newest first.

        It causes no event.

        Key scope: `admin`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/audit-log",
                models.AuditLog,
                query={
                    "organizationId": organization_id,
                    "since": since,
                    "until": until,
                    "limit": limit,
                    "cursor": cursor,
                },
            )
        )

    def iterate_audit_log(
        self,
        *,
        organization_id: str,
        since: str | None = None,
        until: str | None = None,
        limit: int | None = None,
    ) -> Iterator[models.AuditEntry]:
        """List the changes of an organization in the last year that the audit log has, newest first.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/audit-log",
                    models.AuditLog,
                    query={"organizationId": organization_id, "since": since, "until": until, "limit": limit},
                ),
                Paging.CURSOR_IN_DATA,
                lambda page: page.entries,
            )
        )

    def get_branding(self, *, team_id: str | None = None, user_id: str | None = None) -> models.OneBranding:
        """Read how the team looks to candidates.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/branding",
                models.OneBranding,
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def create_candidate_import(
        self,
        body: models.CreateCandidateImport,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneImport:
        """Import many candidates at once, from the body or from a file, and invite them if asked to.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/candidate-imports",
                models.OneImport,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_candidate_imports(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> models.ImportList:
        """List the team's imports, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidate-imports",
                models.ImportList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                },
            )
        )

    def iterate_candidate_imports(
        self, *, team_id: str | None = None, user_id: str | None = None, page_size: int | None = None
    ) -> Iterator[models.CandidateImport]:
        """List the team's imports, newest first.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/candidate-imports",
                    models.ImportList,
                    query={"teamId": team_id, "userId": user_id, "pageSize": page_size},
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.imports,
            )
        )

    def get_candidate_import(
        self, import_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneImport:
        """Read how far an import is.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidate-imports/{importId}",
                models.OneImport,
                parameters={"importId": import_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def cancel_candidate_import(
        self,
        import_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneImport:
        """Cancel an import. Rows that are done stay, and no other is begun.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/candidate-imports/{importId}/cancel",
                models.OneImport,
                parameters={"importId": import_id},
                query={"teamId": team_id, "userId": user_id},
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_candidate_import_rows(
        self,
        import_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        status: Literal["created", "updated", "skipped", "failed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.ImportRows:
        """List what became of the rows that are done, in their order.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidate-imports/{importId}/rows",
                models.ImportRows,
                parameters={"importId": import_id},
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "status": status,
                    "limit": limit,
                    "cursor": cursor,
                },
            )
        )

    def iterate_candidate_import_rows(
        self,
        import_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        status: Literal["created", "updated", "skipped", "failed"] | None = None,
        limit: int | None = None,
    ) -> Iterator[models.ImportRow]:
        """List what became of the rows that are done, in their order.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/candidate-imports/{importId}/rows",
                    models.ImportRows,
                    parameters={"importId": import_id},
                    query={"teamId": team_id, "userId": user_id, "status": status, "limit": limit},
                ),
                Paging.CURSOR_IN_DATA,
                lambda page: page.rows,
            )
        )

    def start_candidate_import(
        self,
        import_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneImport:
        """Begin an import whose file was sent.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/candidate-imports/{importId}/start",
                models.OneImport,
                parameters={"importId": import_id},
                query={"teamId": team_id, "userId": user_id},
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def create_candidate_interview(
        self,
        body: models.CreateCandidateInterview,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.CreatedCandidateInterview:
        """Link a candidate to an interview, and send the invite if asked to.

        It may cause `candidate_interview.invited`, `candidate_interview.status_changed`.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/candidate-interviews",
                models.CreatedCandidateInterview,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_candidate_interviews(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        limit: int | None = None,
        candidate_id: str | None = None,
        interview_id: str | None = None,
        status: str | None = None,
        job_id: str | None = None,
        score_min: float | None = None,
        score_max: float | None = None,
        completed_since: str | None = None,
        completed_until: str | None = None,
        created_since: str | None = None,
        created_until: str | None = None,
        sort: Literal["createdAt", "-createdAt", "completedAt", "-completedAt", "score", "-score"]
        | None = None,
        updated_since: str | None = None,
    ) -> list[models.CandidateInterview]:
        """List the team's candidate interviews, newest first unless `sort` says otherwise.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidate-interviews",
                list[models.CandidateInterview],
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "limit": limit,
                    "candidateId": candidate_id,
                    "interviewId": interview_id,
                    "status": status,
                    "jobId": job_id,
                    "scoreMin": score_min,
                    "scoreMax": score_max,
                    "completedSince": completed_since,
                    "completedUntil": completed_until,
                    "createdSince": created_since,
                    "createdUntil": created_until,
                    "sort": sort,
                    "updatedSince": updated_since,
                },
            )
        )

    def iterate_candidate_interviews(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        limit: int | None = None,
        candidate_id: str | None = None,
        interview_id: str | None = None,
        status: str | None = None,
        job_id: str | None = None,
        score_min: float | None = None,
        score_max: float | None = None,
        completed_since: str | None = None,
        completed_until: str | None = None,
        created_since: str | None = None,
        created_until: str | None = None,
        sort: Literal["createdAt", "-createdAt", "completedAt", "-completedAt", "score", "-score"]
        | None = None,
        updated_since: str | None = None,
    ) -> Iterator[models.CandidateInterview]:
        """List the team's candidate interviews, newest first unless `sort` says otherwise.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/candidate-interviews",
                    list[models.CandidateInterview],
                    query={
                        "teamId": team_id,
                        "userId": user_id,
                        "limit": limit,
                        "candidateId": candidate_id,
                        "interviewId": interview_id,
                        "status": status,
                        "jobId": job_id,
                        "scoreMin": score_min,
                        "scoreMax": score_max,
                        "completedSince": completed_since,
                        "completedUntil": completed_until,
                        "createdSince": created_since,
                        "createdUntil": created_until,
                        "sort": sort,
                        "updatedSince": updated_since,
                    },
                ),
                Paging.CURSOR_IN_META,
                lambda page: page,
            )
        )

    def get_candidate_interview(
        self, candidate_interview_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.CandidateInterview:
        """Read a candidate interview.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}",
                models.CandidateInterview,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_candidate_interview(
        self,
        candidate_interview_id: str,
        body: models.ChangeCandidateInterview,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.CandidateInterview:
        """Set until when the candidate can answer; after that time has passed it opens the invite again.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}",
                models.CandidateInterview,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def create_comment(
        self,
        candidate_interview_id: str,
        body: models.CreateComment,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneComment:
        """Comment on a candidate interview, for colleagues.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/comments",
                models.OneComment,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_comments(
        self, candidate_interview_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.Comments:
        """List the comments on a candidate interview, oldest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/comments",
                models.Comments,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def compare_candidates(
        self,
        candidate_interview_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        with_: str,
    ) -> models.OneComparison:
        """Compare a candidate with others of the same interview, topic by topic.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/comparison",
                models.OneComparison,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id, "with": with_},
            )
        )

    def decide(
        self,
        candidate_interview_id: str,
        body: models.Decide,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneDecision:
        """Decide whether a candidate goes on. The newest decision counts, and moves the candidate's workflow.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/decision",
                models.OneDecision,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_decisions(
        self, candidate_interview_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.Decisions:
        """List the decisions about a candidate interview, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/decision",
                models.Decisions,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def evaluate_candidate_interview(
        self,
        candidate_interview_id: str,
        body: models.EvaluateAgain | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.EvaluationBegun:
        """Run an evaluation again that ended in an error, or with another mode any; see `mode`.

        It may cause `workflow.step.completed`, `workflow.step.failed`, `workflow.step.waiting_for_evaluation`, `workflow.enrollment.completed`, `workflow.enrollment.failed`, `workflow.step.invited`.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/evaluate",
                models.EvaluationBegun,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_candidate_requests(
        self, candidate_interview_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.CandidateRequests:
        """List what the candidate has asked for, oldest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/requests",
                models.CandidateRequests,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def answer_candidate_request(
        self,
        candidate_interview_id: str,
        request_id: str,
        body: models.AnswerCandidateRequest,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.AnsweredRequest:
        """Close a request of the candidate, and send a reply.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/requests/{requestId}",
                models.AnsweredRequest,
                parameters={"candidateInterviewId": candidate_interview_id, "requestId": request_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def resend_invite(
        self,
        candidate_interview_id: str,
        body: models.ResendInvite | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.InviteResent:
        """Send the invite again; after the expiry with a new expiry.

        It may cause `candidate_interview.invited`, `candidate_interview.status_changed`.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/resend-invite",
                models.InviteResent,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def get_candidate_interview_results(
        self, candidate_interview_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.CandidateInterviewResults:
        """Read the candidate's answers and how they were judged.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/results",
                models.CandidateInterviewResults,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_scores(
        self,
        candidate_interview_id: str,
        body: models.ChangeScores,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.CandidateInterviewResults:
        """Give topics the scores that a person decides on, with the reasons.

        It may cause `workflow.step.completed`, `workflow.step.failed`, `workflow.step.waiting_for_evaluation`, `workflow.enrollment.completed`, `workflow.enrollment.failed`, `workflow.step.invited`.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/results",
                models.CandidateInterviewResults,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def list_score_changes(
        self, candidate_interview_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.ScoreChanges:
        """List the scores that people have changed, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/results/changes",
                models.ScoreChanges,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def share_results(
        self,
        candidate_interview_id: str,
        body: models.ShareResults | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.ShareLink:
        """Make a new link to the results; the one before it ends.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/share-link",
                models.ShareLink,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def end_share_link(
        self,
        candidate_interview_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.ShareLinkEnded:
        """End the link to the results; without one it does nothing.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/share-link",
                models.ShareLinkEnded,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def change_candidate_interview_status(
        self,
        candidate_interview_id: str,
        body: models.ChangeStatus,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.CandidateInterview:
        """Set the status.

        It may cause `candidate_interview.completed`, `candidate_interview.status_changed`, `workflow.step.completed`, `workflow.step.failed`, `workflow.step.waiting_for_evaluation`, `workflow.enrollment.completed`, `workflow.enrollment.failed`, `workflow.step.invited`.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/candidate-interviews/{candidateInterviewId}/status",
                models.CandidateInterview,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def create_candidate(
        self,
        body: models.CreateCandidate,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.Candidate:
        """Add a candidate.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/candidates",
                models.Candidate,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_candidates(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        archived: bool | None = None,
        search: str | None = None,
        external_id: str | None = None,
        email: str | None = None,
        phone: str | None = None,
        tag: str | None = None,
        source: str | None = None,
        created_since: str | None = None,
        created_until: str | None = None,
        updated_since: str | None = None,
    ) -> models.CandidateList:
        """List the team's candidates, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidates",
                models.CandidateList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                    "archived": archived,
                    "search": search,
                    "externalId": external_id,
                    "email": email,
                    "phone": phone,
                    "tag": tag,
                    "source": source,
                    "createdSince": created_since,
                    "createdUntil": created_until,
                    "updatedSince": updated_since,
                },
            )
        )

    def iterate_candidates(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        page_size: int | None = None,
        archived: bool | None = None,
        search: str | None = None,
        external_id: str | None = None,
        email: str | None = None,
        phone: str | None = None,
        tag: str | None = None,
        source: str | None = None,
        created_since: str | None = None,
        created_until: str | None = None,
        updated_since: str | None = None,
    ) -> Iterator[models.Candidate]:
        """List the team's candidates, newest first.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/candidates",
                    models.CandidateList,
                    query={
                        "teamId": team_id,
                        "userId": user_id,
                        "pageSize": page_size,
                        "archived": archived,
                        "search": search,
                        "externalId": external_id,
                        "email": email,
                        "phone": phone,
                        "tag": tag,
                        "source": source,
                        "createdSince": created_since,
                        "createdUntil": created_until,
                        "updatedSince": updated_since,
                    },
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.candidates,
            )
        )

    def get_candidate(
        self, candidate_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.Candidate:
        """Read a candidate.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidates/{candidateId}",
                models.Candidate,
                parameters={"candidateId": candidate_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_candidate(
        self,
        candidate_id: str,
        body: models.ChangeCandidate | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.Candidate:
        """Change the members of a candidate that are supplied.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/candidates/{candidateId}",
                models.Candidate,
                parameters={"candidateId": candidate_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def archive_candidate(
        self,
        candidate_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.Archived:
        """Archive a candidate; it stays readable.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/candidates/{candidateId}",
                models.Archived,
                parameters={"candidateId": candidate_id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def erase_candidate(
        self,
        candidate_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneErasure:
        """Erase a candidate and everything that is theirs. Nothing of it can be brought back.

        The candidate and what belongs to them are gone with this response; the rest is removed soon after.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/candidates/{candidateId}/erase",
                models.OneErasure,
                parameters={"candidateId": candidate_id},
                query={"teamId": team_id, "userId": user_id},
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def export_candidate(
        self,
        candidate_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneExport:
        """Have everything of a candidate written into a ZIP archive.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/candidates/{candidateId}/export",
                models.OneExport,
                parameters={"candidateId": candidate_id},
                query={"teamId": team_id, "userId": user_id},
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_candidate_messages(
        self,
        candidate_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        limit: int | None = None,
    ) -> models.CandidateMessages:
        """List the messages to a candidate with their status, and the channels that the candidate has left.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/candidates/{candidateId}/messages",
                models.CandidateMessages,
                parameters={"candidateId": candidate_id},
                query={"teamId": team_id, "userId": user_id, "limit": limit},
            )
        )

    def create_chatbot(
        self,
        body: models.CreateChatbot,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneChatbot:
        """Add a chatbot.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/chatbots",
                models.OneChatbot,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_chatbots(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        archived: bool | None = None,
        search: str | None = None,
    ) -> models.ChatbotList:
        """List the team's chatbots, newest first, without their configuration.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/chatbots",
                models.ChatbotList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                    "archived": archived,
                    "search": search,
                },
            )
        )

    def iterate_chatbots(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        page_size: int | None = None,
        archived: bool | None = None,
        search: str | None = None,
    ) -> Iterator[models.ChatbotSummary]:
        """List the team's chatbots, newest first, without their configuration.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/chatbots",
                    models.ChatbotList,
                    query={
                        "teamId": team_id,
                        "userId": user_id,
                        "pageSize": page_size,
                        "archived": archived,
                        "search": search,
                    },
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.chatbots,
            )
        )

    def get_chatbot(
        self, chatbot_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneChatbot:
        """Read a chatbot with its configuration and what is attached to it.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/chatbots/{chatbotId}",
                models.OneChatbot,
                parameters={"chatbotId": chatbot_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_chatbot(
        self,
        chatbot_id: str,
        body: models.ChangeChatbot | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneChatbot:
        """Change the members of a chatbot that are supplied; attachments are replaced as whole sets.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/chatbots/{chatbotId}",
                models.OneChatbot,
                parameters={"chatbotId": chatbot_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def archive_chatbot(
        self,
        chatbot_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.ArchivedChatbot:
        """Archive a chatbot; it and its conversations stay readable.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/chatbots/{chatbotId}",
                models.ArchivedChatbot,
                parameters={"chatbotId": chatbot_id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def list_conversations(
        self,
        chatbot_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> models.ConversationList:
        """List the conversations with a chatbot, newest first; those with an archived one too.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/chatbots/{chatbotId}/conversations",
                models.ConversationList,
                parameters={"chatbotId": chatbot_id},
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                },
            )
        )

    def iterate_conversations(
        self,
        chatbot_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        page_size: int | None = None,
    ) -> Iterator[models.Conversation]:
        """List the conversations with a chatbot, newest first; those with an archived one too.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/chatbots/{chatbotId}/conversations",
                    models.ConversationList,
                    parameters={"chatbotId": chatbot_id},
                    query={"teamId": team_id, "userId": user_id, "pageSize": page_size},
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.conversations,
            )
        )

    def attach_jobs(
        self,
        chatbot_id: str,
        body: models.AttachJobs,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneChatbot:
        """Replace the jobs attached to a chatbot.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/chatbots/{chatbotId}/jobs",
                models.OneChatbot,
                parameters={"chatbotId": chatbot_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def attach_knowledge_bases(
        self,
        chatbot_id: str,
        body: models.AttachKnowledgeBases,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneChatbot:
        """Replace the knowledge bases attached to a chatbot.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/chatbots/{chatbotId}/knowledge-bases",
                models.OneChatbot,
                parameters={"chatbotId": chatbot_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def list_left_messages(
        self,
        chatbot_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> models.LeftMessageList:
        """List what visitors of a chat left for the team, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/chatbots/{chatbotId}/left-messages",
                models.LeftMessageList,
                parameters={"chatbotId": chatbot_id},
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                },
            )
        )

    def iterate_left_messages(
        self,
        chatbot_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        page_size: int | None = None,
    ) -> Iterator[models.LeftMessage]:
        """List what visitors of a chat left for the team, newest first.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/chatbots/{chatbotId}/left-messages",
                    models.LeftMessageList,
                    parameters={"chatbotId": chatbot_id},
                    query={"teamId": team_id, "userId": user_id, "pageSize": page_size},
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.left_messages,
            )
        )

    def unarchive_chatbot(
        self,
        chatbot_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> models.UnarchivedChatbot:
        """Take an archived chatbot back into use.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/chatbots/{chatbotId}/unarchive",
                models.UnarchivedChatbot,
                parameters={"chatbotId": chatbot_id},
                query={"teamId": team_id, "userId": user_id},
                idempotency_key=idempotency_key or new_idempotency_key(),
                if_match=if_match,
            )
        )

    def get_conversation(
        self, conversation_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneConversation:
        """Read a conversation.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/conversations/{conversationId}",
                models.OneConversation,
                parameters={"conversationId": conversation_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def list_messages(
        self,
        conversation_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: int | None = None,
        limit: int | None = None,
    ) -> models.MessageList:
        """Read the messages of a conversation in their order, those after `cursor`.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/conversations/{conversationId}/messages",
                models.MessageList,
                parameters={"conversationId": conversation_id},
                query={"teamId": team_id, "userId": user_id, "cursor": cursor, "limit": limit},
            )
        )

    def iterate_messages(
        self,
        conversation_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        limit: int | None = None,
    ) -> Iterator[models.ConversationMessage]:
        """Read the messages of a conversation in their order, those after `cursor`.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/conversations/{conversationId}/messages",
                    models.MessageList,
                    parameters={"conversationId": conversation_id},
                    query={"teamId": team_id, "userId": user_id, "limit": limit},
                ),
                Paging.CURSOR_IN_DATA,
                lambda page: page.items,
            )
        )

    def create_credential(
        self, body: models.CreateCredential, *, idempotency_key: str | None = None
    ) -> models.CreatedCredential:
        """Make an API key for a team, or for the organization's sandbox. The response shows the key, this one

        time.

        It causes no event.

        Key scope: `admin`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/credentials",
                models.CreatedCredential,
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_credentials(self, *, organization_id: str) -> list[models.ListedCredential]:
        """List an organization's credentials that are not revoked, newest first.

        It causes no event.

        Key scope: `admin`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/credentials",
                list[models.ListedCredential],
                query={"organizationId": organization_id},
            )
        )

    def revoke_credential(
        self, credential_id: str, *, if_match: str | None = None
    ) -> models.RevokedCredential:
        """Revoke a credential: requests with its key fail from now on.

        It causes no event.

        Key scope: `admin`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/credentials/{credentialId}",
                models.RevokedCredential,
                parameters={"credentialId": credential_id},
                if_match=if_match,
            )
        )

    def get_erasure(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneErasure:
        """Read how far an erasure is, and what it has removed.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/erasures/{id}",
                models.OneErasure,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def list_events(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        event: Literal[
            "candidate_interview.completed",
            "candidate_interview.expired",
            "candidate_interview.invited",
            "candidate_interview.partially_completed",
            "candidate_interview.status_changed",
            "interview.created",
            "interview.updated",
            "question.audio_generated",
            "workflow.enrollment.completed",
            "workflow.enrollment.created",
            "workflow.enrollment.failed",
            "workflow.step.completed",
            "workflow.step.failed",
            "workflow.step.invited",
            "workflow.step.waiting_for_evaluation",
        ]
        | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.EventList:
        """List the team's events of the last thirty days, oldest first, whether or not anyone subscribed.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/events",
                models.EventList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "since": since,
                    "until": until,
                    "event": event,
                    "limit": limit,
                    "cursor": cursor,
                },
            )
        )

    def iterate_events(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        since: str | None = None,
        until: str | None = None,
        event: Literal[
            "candidate_interview.completed",
            "candidate_interview.expired",
            "candidate_interview.invited",
            "candidate_interview.partially_completed",
            "candidate_interview.status_changed",
            "interview.created",
            "interview.updated",
            "question.audio_generated",
            "workflow.enrollment.completed",
            "workflow.enrollment.created",
            "workflow.enrollment.failed",
            "workflow.step.completed",
            "workflow.step.failed",
            "workflow.step.invited",
            "workflow.step.waiting_for_evaluation",
        ]
        | None = None,
        limit: int | None = None,
    ) -> Iterator[models.KeptEvent]:
        """List the team's events of the last thirty days, oldest first, whether or not anyone subscribed.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/events",
                    models.EventList,
                    query={
                        "teamId": team_id,
                        "userId": user_id,
                        "since": since,
                        "until": until,
                        "event": event,
                        "limit": limit,
                    },
                ),
                Paging.CURSOR_IN_DATA,
                lambda page: page.events,
            )
        )

    def get_export(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneExport:
        """Read how far an export is, with an address of its archive that is good for an hour.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/exports/{id}",
                models.OneExport,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def create_fairness_report(
        self,
        body: models.CreateFairnessReport,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneFairnessReport:
        """Compare selection rates and scores between groups of candidates. Nothing of it is stored.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/fairness-reports",
                models.OneFairnessReport,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def create_interview(
        self,
        body: models.CreateInterview,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneInterview:
        """Add an interview; an AI interview with its persona, and with its scorecard if it has topics.

        It may cause `interview.created`.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/interviews",
                models.OneInterview,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_interviews(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        archived: bool | None = None,
        search: str | None = None,
        interview_type: Literal["standard", "ai_interviewer", "questionnaire"] | None = None,
        updated_since: str | None = None,
    ) -> models.InterviewList:
        """List the team's interviews, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/interviews",
                models.InterviewList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                    "archived": archived,
                    "search": search,
                    "interviewType": interview_type,
                    "updatedSince": updated_since,
                },
            )
        )

    def iterate_interviews(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        page_size: int | None = None,
        archived: bool | None = None,
        search: str | None = None,
        interview_type: Literal["standard", "ai_interviewer", "questionnaire"] | None = None,
        updated_since: str | None = None,
    ) -> Iterator[models.Interview]:
        """List the team's interviews, newest first.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/interviews",
                    models.InterviewList,
                    query={
                        "teamId": team_id,
                        "userId": user_id,
                        "pageSize": page_size,
                        "archived": archived,
                        "search": search,
                        "interviewType": interview_type,
                        "updatedSince": updated_since,
                    },
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.interviews,
            )
        )

    def change_interviews(
        self,
        body: models.UpdateInterviews,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.BulkUpdateResult:
        """Change many interviews alike. The response says which could not be changed, and why.

        It may cause `interview.updated`.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/interviews/bulk-update",
                models.BulkUpdateResult,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def get_interview(
        self, interview_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneInterview:
        """Read an interview.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/interviews/{interviewId}",
                models.OneInterview,
                parameters={"interviewId": interview_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_interview(
        self,
        interview_id: str,
        body: models.ChangeInterview | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneInterview:
        """Change the members of an interview that are supplied.

        It may cause `interview.updated`.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/interviews/{interviewId}",
                models.OneInterview,
                parameters={"interviewId": interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def archive_interview(
        self,
        interview_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneInterview:
        """Archive an interview; it stays readable.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/interviews/{interviewId}",
                models.OneInterview,
                parameters={"interviewId": interview_id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def create_interview_copy(
        self,
        interview_id: str,
        body: models.CopyInterview | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneInterview:
        """Copy an interview within its team, or with its questions to another team of the organization.

        It may cause `interview.created`.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/interviews/{interviewId}/copy",
                models.OneInterview,
                parameters={"interviewId": interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def create_scorecard(
        self,
        interview_id: str,
        body: models.ScoreCardTopics,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> models.OneScoreCardTemplate:
        """Give an interview a new template, in place of the one that is active.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/interviews/{interviewId}/score-card-template",
                models.OneScoreCardTemplate,
                parameters={"interviewId": interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
                if_match=if_match,
            )
        )

    def get_scorecard(
        self, interview_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneScoreCardTemplate:
        """Read the active template.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/interviews/{interviewId}/score-card-template",
                models.OneScoreCardTemplate,
                parameters={"interviewId": interview_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def replace_scorecard_topics(
        self,
        interview_id: str,
        body: models.ScoreCardTopics,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneScoreCardTemplate:
        """Replace the topics of the active template, as its next version.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/interviews/{interviewId}/score-card-template",
                models.OneScoreCardTemplate,
                parameters={"interviewId": interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def deactivate_scorecard(
        self,
        interview_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneScoreCardTemplate:
        """Leave the interview without an active template.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/interviews/{interviewId}/score-card-template",
                models.OneScoreCardTemplate,
                parameters={"interviewId": interview_id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def suggest_scorecard(
        self,
        interview_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneSuggestedScoreCard:
        """Suggest a template from an interview's job description and questions; nothing is stored.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/interviews/{interviewId}/score-card-template/generate",
                models.OneSuggestedScoreCard,
                parameters={"interviewId": interview_id},
                query={"teamId": team_id, "userId": user_id},
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def preview_scorecard(
        self,
        interview_id: str,
        body: models.PreviewScorecard | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneScorecardPreview:
        """Preview how the active template would move the scores and gates of past interviews, the newest first.

        A preview covers up to 200 completed ones of 1,000. A long period is previewed in parts: the `nextCursor`
        of a preview is the `cursor` of the one that goes on with older interviews.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/interviews/{interviewId}/score-card-template/previews",
                models.OneScorecardPreview,
                parameters={"interviewId": interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_job_families(
        self, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.JobFamilyList:
        """List the team's job families, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/job-families",
                models.JobFamilyList,
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def get_job_family(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneJobFamily:
        """Read a job family with the ids of its jobs.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/job-families/{id}",
                models.OneJobFamily,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def create_job(
        self,
        body: models.CreateJob,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneJob:
        """Add a job.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/jobs",
                models.OneJob,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_jobs(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        type: Literal["requisition", "pipeline", "template"] | None = None,
        status: Literal[
            "draft",
            "pending_approval",
            "approved",
            "active",
            "open",
            "on_hold",
            "closed",
            "filled",
            "cancelled",
            "paused",
            "archived",
        ]
        | None = None,
        department: str | None = None,
        location: str | None = None,
        search: str | None = None,
        updated_since: str | None = None,
    ) -> models.JobList:
        """List the team's jobs, newest first, without the archived ones.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/jobs",
                models.JobList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                    "type": type,
                    "status": status,
                    "department": department,
                    "location": location,
                    "search": search,
                    "updatedSince": updated_since,
                },
            )
        )

    def iterate_jobs(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        page_size: int | None = None,
        type: Literal["requisition", "pipeline", "template"] | None = None,
        status: Literal[
            "draft",
            "pending_approval",
            "approved",
            "active",
            "open",
            "on_hold",
            "closed",
            "filled",
            "cancelled",
            "paused",
            "archived",
        ]
        | None = None,
        department: str | None = None,
        location: str | None = None,
        search: str | None = None,
        updated_since: str | None = None,
    ) -> Iterator[models.Job]:
        """List the team's jobs, newest first, without the archived ones.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/jobs",
                    models.JobList,
                    query={
                        "teamId": team_id,
                        "userId": user_id,
                        "pageSize": page_size,
                        "type": type,
                        "status": status,
                        "department": department,
                        "location": location,
                        "search": search,
                        "updatedSince": updated_since,
                    },
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.jobs,
            )
        )

    def assign_ats_job(
        self,
        body: models.AssignAts,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneJob:
        """Assign a job of an ATS to the team; again, to have it as the ATS has it now.

        `externalJobId` is the ATS's own id. A job that another team has moves here.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/jobs/assign-ats",
                models.OneJob,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def get_job(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneJobDetail:
        """Read a job.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/jobs/{id}",
                models.OneJobDetail,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_job(
        self,
        id: str,
        body: models.ChangeJob | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneJob:
        """Change the members of a job that are supplied.

        A job that comes from an ATS is refused with 409: it is managed through assign-ats.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/jobs/{id}",
                models.OneJob,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def archive_job(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None, if_match: str | None = None
    ) -> models.OneArchivedJob:
        """Archive a job; it keeps its status and stays readable.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/jobs/{id}",
                models.OneArchivedJob,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def attach_interview(
        self,
        id: str,
        body: models.AttachInterview,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneJob:
        """Attach an interview to a job, in the place of the one it has.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/jobs/{id}/interview",
                models.OneJob,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def attach_screening_questionnaire(
        self,
        id: str,
        body: models.AttachScreeningQuestionnaire,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneJob:
        """Attach a screening questionnaire to a job, in the place of the one it has.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/jobs/{id}/screening-questionnaire",
                models.OneJob,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def unassign_team(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None, if_match: str | None = None
    ) -> models.OneUnassignedJob:
        """Take a job out of its team; the organization keeps it.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/jobs/{id}/team-assignment",
                models.OneUnassignedJob,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def unarchive_job(
        self,
        id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> models.OneUnarchivedJob:
        """Bring an archived job back.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/jobs/{id}/unarchive",
                models.OneUnarchivedJob,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                idempotency_key=idempotency_key or new_idempotency_key(),
                if_match=if_match,
            )
        )

    def get_effective_workflow(
        self, job_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneEffectiveWorkflow:
        """Tell which workflow governs a job, and by which rule.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/jobs/{jobId}/effective-workflow",
                models.OneEffectiveWorkflow,
                parameters={"jobId": job_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def invite_candidate(
        self,
        job_id: str,
        body: models.InviteCandidate,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.InvitedCandidate:
        """Enroll a candidate in a job's workflow and send the first step's invite.

        409 when the job has ended, when no workflow governs it, and when the candidate is enrolled in it already.
        Below the workflow's `initialScoreThreshold` the enrollment is `failed` from the start. `firstInviteUrl`
        is absent then, and where the first step is delayed.

        It may cause `workflow.enrollment.created`, `workflow.step.invited`, `workflow.enrollment.failed`.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/jobs/{jobId}/invite-candidate",
                models.InvitedCandidate,
                parameters={"jobId": job_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def override_workflow(
        self,
        job_id: str,
        body: models.OverrideWorkflow,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneWorkflowOverride:
        """Have a template govern a job, whatever was applied to it or to its families.

        The same template again keeps the assignment and takes the new threshold.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/jobs/{jobId}/workflow-override",
                models.OneWorkflowOverride,
                parameters={"jobId": job_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def clear_override(
        self,
        job_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneEffectiveWorkflow:
        """Clear a job's override, if it has one; returns what governs the job then.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/jobs/{jobId}/workflow-override",
                models.OneEffectiveWorkflow,
                parameters={"jobId": job_id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def list_workflow_progress(
        self,
        job_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> models.Progress:
        """List who is or was enrolled in a job, newest first, with how far they are in each step.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/jobs/{jobId}/workflow-progress",
                models.Progress,
                parameters={"jobId": job_id},
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                },
            )
        )

    def iterate_workflow_progress(
        self,
        job_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        page_size: int | None = None,
    ) -> Iterator[models.Enrollment]:
        """List who is or was enrolled in a job, newest first, with how far they are in each step.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/jobs/{jobId}/workflow-progress",
                    models.Progress,
                    parameters={"jobId": job_id},
                    query={"teamId": team_id, "userId": user_id, "pageSize": page_size},
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.enrollments,
            )
        )

    def create_knowledge_base(
        self,
        body: models.CreateKnowledgeBase,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneKnowledgeBase:
        """Add a knowledge base with its articles.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/knowledge-bases",
                models.OneKnowledgeBase,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_knowledge_bases(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> models.KnowledgeBaseList:
        """List the team's knowledge bases, newest first, without the archived ones.

        Where the articles of a page are very long together, the last have null; read those one by one.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/knowledge-bases",
                models.KnowledgeBaseList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                },
            )
        )

    def iterate_knowledge_bases(
        self, *, team_id: str | None = None, user_id: str | None = None, page_size: int | None = None
    ) -> Iterator[models.ListedKnowledgeBase]:
        """List the team's knowledge bases, newest first, without the archived ones.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/knowledge-bases",
                    models.KnowledgeBaseList,
                    query={"teamId": team_id, "userId": user_id, "pageSize": page_size},
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.knowledge_bases,
            )
        )

    def get_knowledge_base(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneKnowledgeBase:
        """Read a knowledge base with its articles.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/knowledge-bases/{id}",
                models.OneKnowledgeBase,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_knowledge_base(
        self,
        id: str,
        body: models.ChangeKnowledgeBase | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneKnowledgeBase:
        """Change the title of a knowledge base, or replace its articles, at once for all who answer from it.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/knowledge-bases/{id}",
                models.OneKnowledgeBase,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def archive_knowledge_base(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None, if_match: str | None = None
    ) -> models.OneArchivedKnowledgeBase:
        """Archive a knowledge base: chatbots and interviewers no longer answer from it.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/knowledge-bases/{id}",
                models.OneArchivedKnowledgeBase,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def create_meeting(
        self,
        body: models.CreateMeeting,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneMeeting:
        """Add a meeting; with `slots`, its candidates book one of them.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/meetings",
                models.OneMeeting,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_meetings(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> models.MeetingList:
        """List the team's meetings, newest first, without the archived ones.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/meetings",
                models.MeetingList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                },
            )
        )

    def iterate_meetings(
        self, *, team_id: str | None = None, user_id: str | None = None, page_size: int | None = None
    ) -> Iterator[models.MeetingDetail]:
        """List the team's meetings, newest first, without the archived ones.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/meetings",
                    models.MeetingList,
                    query={"teamId": team_id, "userId": user_id, "pageSize": page_size},
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.meetings,
            )
        )

    def get_meeting(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneMeeting:
        """Read a meeting, with how many candidates have booked each slot.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/meetings/{id}",
                models.OneMeeting,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_meeting(
        self,
        id: str,
        body: models.ChangeMeeting | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneMeeting:
        """Change the members of a meeting that are supplied; candidates who have to know are told.

        `slots` replaces the list: a slot with the `id` of one is that slot, one without is new, one left out is
        removed. Whose booked slot is removed, or has another time or length then, is asked anew.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/meetings/{id}",
                models.OneMeeting,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def archive_meeting(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None, if_match: str | None = None
    ) -> models.OneArchivedMeeting:
        """Archive a meeting; it stays readable, and who is invited to it may still answer.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/meetings/{id}",
                models.OneArchivedMeeting,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def create_message_group(
        self,
        body: models.CreateMessageGroup,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneMessageGroup:
        """Add a message group; as the default of its type it takes the place of the one before it.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/message-groups",
                models.OneMessageGroup,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_message_groups(
        self, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.MessageGroupList:
        """List the team's message groups, newest first, without their messages.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/message-groups",
                models.MessageGroupList,
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def get_message_group(
        self, message_group_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneMessageGroup:
        """Read a message group with its messages.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/message-groups/{messageGroupId}",
                models.OneMessageGroup,
                parameters={"messageGroupId": message_group_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_message_group(
        self,
        message_group_id: str,
        body: models.ChangeMessageGroup | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneMessageGroup:
        """Change the members of a message group that are supplied; `messages` replaces all of them.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/message-groups/{messageGroupId}",
                models.OneMessageGroup,
                parameters={"messageGroupId": message_group_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def list_narrators(
        self, *, team_id: str | None = None, user_id: str | None = None, language: str | None = None
    ) -> models.NarratorList:
        """List the voices of the speech engine, all or those that speak a language.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/narrators",
                models.NarratorList,
                query={"teamId": team_id, "userId": user_id, "language": language},
            )
        )

    def get_narrator(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneNarrator:
        """Read one voice of the speech engine.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/narrators/{id}",
                models.OneNarrator,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def create_question(
        self,
        body: models.CreateAudioQuestion,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneQuestion:
        """Add an audio question; a script is spoken soon after.

        It may cause `question.audio_generated`.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/questions",
                models.OneQuestion,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_questions(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        archived: bool | None = None,
        search: str | None = None,
    ) -> models.QuestionList:
        """List the team's audio questions, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/questions",
                models.QuestionList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                    "archived": archived,
                    "search": search,
                },
            )
        )

    def iterate_questions(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        page_size: int | None = None,
        archived: bool | None = None,
        search: str | None = None,
    ) -> Iterator[models.AudioQuestion]:
        """List the team's audio questions, newest first.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/questions",
                    models.QuestionList,
                    query={
                        "teamId": team_id,
                        "userId": user_id,
                        "pageSize": page_size,
                        "archived": archived,
                        "search": search,
                    },
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.questions,
            )
        )

    def list_questions_of_interview(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.QuestionsOfInterview:
        """List an interview's audio questions in the order in which they are asked.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/questions/interview/{id}",
                models.QuestionsOfInterview,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def get_question(
        self, question_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneQuestion:
        """Read an audio question.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/questions/{questionId}",
                models.OneQuestion,
                parameters={"questionId": question_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_question(
        self,
        question_id: str,
        body: models.ChangeAudioQuestion | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneQuestion:
        """Change the members of an audio question that are supplied; another script or narrator is spoken.

        It may cause `question.audio_generated`.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/questions/{questionId}",
                models.OneQuestion,
                parameters={"questionId": question_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def archive_question(
        self,
        question_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.ArchivedQuestion:
        """Archive an audio question; it stays readable.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/questions/{questionId}",
                models.ArchivedQuestion,
                parameters={"questionId": question_id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def create_replica(
        self,
        body: models.CreateReplica,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneReplica:
        """Add a replica.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/replicas",
                models.OneReplica,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_replicas(self, *, team_id: str | None = None, user_id: str | None = None) -> models.ReplicaList:
        """List the team's replicas, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/replicas",
                models.ReplicaList,
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def list_review_queue(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        job_id: str | None = None,
        kind: Literal["request", "gate", "decision", "meeting", "approval", "invite"] | None = None,
        waiting_for: Literal["you", "candidate"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.ReviewQueue:
        """List what waits for the team or for its candidates, by kind, the longest waiting first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/review-queue",
                models.ReviewQueue,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "jobId": job_id,
                    "kind": kind,
                    "waitingFor": waiting_for,
                    "limit": limit,
                    "cursor": cursor,
                },
            )
        )

    def iterate_review_queue(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        job_id: str | None = None,
        kind: Literal["request", "gate", "decision", "meeting", "approval", "invite"] | None = None,
        waiting_for: Literal["you", "candidate"] | None = None,
        limit: int | None = None,
    ) -> Iterator[models.ReviewItem]:
        """List what waits for the team or for its candidates, by kind, the longest waiting first.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/review-queue",
                    models.ReviewQueue,
                    query={
                        "teamId": team_id,
                        "userId": user_id,
                        "jobId": job_id,
                        "kind": kind,
                        "waitingFor": waiting_for,
                        "limit": limit,
                    },
                ),
                Paging.CURSOR_IN_DATA,
                lambda page: page.items,
            )
        )

    def advance_time(
        self,
        candidate_interview_id: str,
        body: models.AdvanceTime,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.CandidateInterview:
        """Let time pass for one candidate interview: its reminder and its expiry come so much earlier.

        It causes no event.

        Key scope: `gather`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/sandbox/candidate-interviews/{candidateInterviewId}/advance",
                models.CandidateInterview,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def play_candidate(
        self,
        candidate_interview_id: str,
        body: models.PlayCandidate,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OnePlay:
        """Have a candidate interview played by the service.

        It causes no event.

        Key scope: `gather`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/sandbox/candidate-interviews/{candidateInterviewId}/play",
                models.OnePlay,
                parameters={"candidateInterviewId": candidate_interview_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def read_inbox(self, *, limit: int | None = None) -> models.SandboxInbox:
        """List what would have been sent from the sandbox, newest first; with a team's key, from this team.

        It causes no event.

        Key scope: `gather`.
        """
        return self._call(
            Call("GET", "/qsi/gather/sandbox/inbox", models.SandboxInbox, query={"limit": limit})
        )

    def get_play(
        self, play_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OnePlay:
        """Read how a play stands.

        It causes no event.

        Key scope: `gather`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/sandbox/plays/{playId}",
                models.OnePlay,
                parameters={"playId": play_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def get_scorecard_preview(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneScorecardPreview:
        """Read how far a preview is, and how scores and gates would move.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/score-card-previews/{id}",
                models.OneScorecardPreview,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def apply_scorecard_preview(
        self,
        id: str,
        body: models.ApplyPreview,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneScorecardPreview:
        """Apply the previewed template to the candidate interviews that a person chooses.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/score-card-previews/{id}/apply",
                models.OneScorecardPreview,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def suggest_scorecard_topics(
        self,
        body: models.SuggestTopics,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.SuggestedTopics:
        """Suggest topics from a job description, questions or both; nothing is stored.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/score-card-templates/suggest-topics",
                models.SuggestedTopics,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def create_survey_question(
        self,
        body: models.CreateSurveyQuestion,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneSurveyQuestion:
        """Add a survey question.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/survey-questions",
                models.OneSurveyQuestion,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_survey_questions(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        archived: bool | None = None,
        search: str | None = None,
    ) -> models.SurveyQuestionList:
        """List the team's survey questions, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/survey-questions",
                models.SurveyQuestionList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                    "archived": archived,
                    "search": search,
                },
            )
        )

    def iterate_survey_questions(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        page_size: int | None = None,
        archived: bool | None = None,
        search: str | None = None,
    ) -> Iterator[models.SurveyQuestion]:
        """List the team's survey questions, newest first.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/survey-questions",
                    models.SurveyQuestionList,
                    query={
                        "teamId": team_id,
                        "userId": user_id,
                        "pageSize": page_size,
                        "archived": archived,
                        "search": search,
                    },
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.survey_questions,
            )
        )

    def get_survey_question(
        self, survey_question_id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneSurveyQuestion:
        """Read a survey question.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/survey-questions/{surveyQuestionId}",
                models.OneSurveyQuestion,
                parameters={"surveyQuestionId": survey_question_id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_survey_question(
        self,
        survey_question_id: str,
        body: models.ChangeSurveyQuestion | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneSurveyQuestion:
        """Change the members that are supplied and that the type has; `options` replaces the list.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/survey-questions/{surveyQuestionId}",
                models.OneSurveyQuestion,
                parameters={"surveyQuestionId": survey_question_id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def archive_survey_question(
        self,
        survey_question_id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.ArchivedSurveyQuestion:
        """Archive a survey question; it stays readable.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/survey-questions/{surveyQuestionId}",
                models.ArchivedSurveyQuestion,
                parameters={"surveyQuestionId": survey_question_id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def create_teams(
        self, body: models.CreateTeams, *, idempotency_key: str | None = None
    ) -> models.TeamList:
        """Add teams, all of them or none. The users that a team names belong to it from then on.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/teams",
                models.TeamList,
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_teams(self, *, user_id: str | None = None) -> models.TeamList:
        """List the organization's teams, or those that a user belongs to, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(Call("GET", "/qsi/gather/teams", models.TeamList, query={"userId": user_id}))

    def get_team(self, team_id: str) -> models.OneTeam:
        """Read a team.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call("GET", "/qsi/gather/teams/{teamId}", models.OneTeam, parameters={"teamId": team_id})
        )

    def change_branding(
        self, team_id: str, body: models.ChangeBranding | None = None, *, if_match: str | None = None
    ) -> models.OneTeam:
        """Change the members of a team's branding that are supplied; null clears all but the name.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/teams/{teamId}/branding",
                models.OneTeam,
                parameters={"teamId": team_id},
                body=body,
                if_match=if_match,
            )
        )

    def create_users(
        self, body: models.CreateUsers, *, idempotency_key: str | None = None
    ) -> models.CreatedUsers:
        """Add users, all of them or none. Who is to have an account is invited to the dashboard soon after.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/users",
                models.CreatedUsers,
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_users(self, *, team_id: str | None = None, include_teams: bool | None = None) -> models.UserList:
        """List the organization's users, or those of a team, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/users",
                models.UserList,
                query={"teamId": team_id, "includeTeams": include_teams},
            )
        )

    def change_user(
        self, user_id: str, body: models.UpdateUser | None = None, *, if_match: str | None = None
    ) -> models.OneUser:
        """Change the members of a user that are supplied.

        A person who has signed in cannot take its last administrator from the organization.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/users/{userId}",
                models.OneUser,
                parameters={"userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def archive_user(self, user_id: str, *, if_match: str | None = None) -> models.OneUser:
        """Archive a user, whose sessions end and whose keys go on. They are in no list from then on.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/users/{userId}",
                models.OneUser,
                parameters={"userId": user_id},
                if_match=if_match,
            )
        )

    def list_webhook_deliveries(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        webhook_configuration_id: str | None = None,
        event_type: str | None = None,
        status: Literal["pending", "processing", "completed", "failed"] | None = None,
        candidate_interview_id: str | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> models.WebhookDeliveryList:
        """List the team's deliveries, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/webhook-deliveries",
                models.WebhookDeliveryList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "webhookConfigurationId": webhook_configuration_id,
                    "eventType": event_type,
                    "status": status,
                    "candidateInterviewId": candidate_interview_id,
                    "startDate": start_date,
                    "endDate": end_date,
                    "page": page,
                    "pageSize": page_size,
                },
            )
        )

    def iterate_webhook_deliveries(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        webhook_configuration_id: str | None = None,
        event_type: str | None = None,
        status: Literal["pending", "processing", "completed", "failed"] | None = None,
        candidate_interview_id: str | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        page_size: int | None = None,
    ) -> Iterator[models.WebhookDelivery]:
        """List the team's deliveries, newest first.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/webhook-deliveries",
                    models.WebhookDeliveryList,
                    query={
                        "teamId": team_id,
                        "userId": user_id,
                        "webhookConfigurationId": webhook_configuration_id,
                        "eventType": event_type,
                        "status": status,
                        "candidateInterviewId": candidate_interview_id,
                        "startDate": start_date,
                        "endDate": end_date,
                        "pageSize": page_size,
                    },
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.webhook_deliveries,
            )
        )

    def get_webhook_delivery(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneWebhookDelivery:
        """Read a delivery with all its attempts.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/webhook-deliveries/{id}",
                models.OneWebhookDelivery,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def redeliver_webhook_delivery(
        self,
        id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneWebhookDelivery:
        """Send the event of a delivery that is over to its URL again, as a new delivery, which is answered.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/webhook-deliveries/{id}/redeliver",
                models.OneWebhookDelivery,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def create_webhook(
        self,
        body: models.CreateWebhook,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneWebhookWithSecret:
        """Subscribe URLs to events. The response shows the secret, this one time.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/webhooks",
                models.OneWebhookWithSecret,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_webhooks(
        self,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        cursor: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> models.WebhookList:
        """List the team's webhook configurations, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/webhooks",
                models.WebhookList,
                query={
                    "teamId": team_id,
                    "userId": user_id,
                    "cursor": cursor,
                    "page": page,
                    "pageSize": page_size,
                },
            )
        )

    def iterate_webhooks(
        self, *, team_id: str | None = None, user_id: str | None = None, page_size: int | None = None
    ) -> Iterator[models.WebhookConfiguration]:
        """List the team's webhook configurations, newest first.

        Reads page after page while it is used, and so every record in its order.
        """
        return self._iterate(
            Listing(
                Call(
                    "GET",
                    "/qsi/gather/webhooks",
                    models.WebhookList,
                    query={"teamId": team_id, "userId": user_id, "pageSize": page_size},
                ),
                Paging.CURSOR_IN_META,
                lambda page: page.webhooks,
            )
        )

    def get_webhook(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneWebhook:
        """Read a webhook configuration.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/webhooks/{id}",
                models.OneWebhook,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_webhook(
        self,
        id: str,
        body: models.UpdateWebhook | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneWebhook:
        """Change the members of a webhook configuration that are supplied.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/webhooks/{id}",
                models.OneWebhook,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def replace_webhook(
        self,
        id: str,
        body: models.UpdateWebhook | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneWebhook:
        """Change the members of a webhook configuration that are supplied.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "PUT",
                "/qsi/gather/webhooks/{id}",
                models.OneWebhook,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def delete_webhook(
        self,
        id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        delete_deliveries: bool | None = None,
        if_match: str | None = None,
    ) -> models.OneDeletedWebhook:
        """Delete a webhook configuration, with `deleteDeliveries=true` together with its deliveries.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/webhooks/{id}",
                models.OneDeletedWebhook,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id, "deleteDeliveries": delete_deliveries},
                if_match=if_match,
            )
        )

    def redeliver_webhook(
        self,
        id: str,
        body: models.RedeliverWebhook,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.RedeliveryCount:
        """Send the deliveries of a range of times again, without those of tests; `count` says how many.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/webhooks/{id}/redeliver",
                models.RedeliveryCount,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def rotate_webhook_secret(
        self,
        id: str,
        body: models.RotateWebhookSecret | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> models.OneWebhookWithSecret:
        """Replace the secret; attempts from now on are signed with the new one, which is shown this one time.

        For `overlapHours` they are signed with the replaced one as well.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/webhooks/{id}/rotate-secret",
                models.OneWebhookWithSecret,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
                if_match=if_match,
            )
        )

    def test_webhook(
        self,
        id: str,
        body: models.TestWebhook,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneWebhookDelivery:
        """Send the sample of an event to every URL of the configuration, whether or not it subscribes to it.

        The answer has the delivery to the first URL.

        It causes no event.

        Key scope: `gather`. Least role of a session: `administrator`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/webhooks/{id}/test",
                models.OneWebhookDelivery,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def resend_step_invite(
        self,
        id: str,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneEnrollmentStep:
        """Send a step's invite again; one that has expired gets its whole time again.

        409 unless the candidate is at this step and not done with it.

        It may cause `workflow.step.invited`.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/workflow-enrollment-steps/{id}/resend-invite",
                models.OneEnrollmentStep,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_workflow_resources(
        self, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.Resources:
        """List what workflow templates can be made of and applied to.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/workflow-resources",
                models.Resources,
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def remove_workflow_assignment(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None, if_match: str | None = None
    ) -> models.RemovedAssignment:
        """Take an assignment away, an override too; what it governed falls to the next rule.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/workflow-template-assignments/{id}",
                models.RemovedAssignment,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def create_workflow_template(
        self,
        body: models.CreateWorkflowTemplate,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.OneWorkflowTemplate:
        """Add a workflow template.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/workflow-templates",
                models.OneWorkflowTemplate,
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def list_workflow_templates(
        self, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.WorkflowTemplateList:
        """List the team's active workflow templates, newest first.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/workflow-templates",
                models.WorkflowTemplateList,
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def get_workflow_template(
        self, id: str, *, team_id: str | None = None, user_id: str | None = None
    ) -> models.OneWorkflowTemplateDetail:
        """Read a workflow template with its assignments.

        It causes no event.

        Key scope: `gather`. Least role of a session: `reviewer`.
        """
        return self._call(
            Call(
                "GET",
                "/qsi/gather/workflow-templates/{id}",
                models.OneWorkflowTemplateDetail,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
            )
        )

    def change_workflow_template(
        self,
        id: str,
        body: models.ChangeWorkflowTemplate | None = None,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        if_match: str | None = None,
    ) -> models.OneWorkflowTemplate:
        """Change the members of a workflow template that are supplied; `steps` replaces all of them.

        Enrollments that run keep the steps that they began with.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "PATCH",
                "/qsi/gather/workflow-templates/{id}",
                models.OneWorkflowTemplate,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                if_match=if_match,
            )
        )

    def archive_workflow_template(
        self, id: str, *, team_id: str | None = None, user_id: str, if_match: str | None = None
    ) -> models.OneArchivedTemplate:
        """Archive a workflow template; what it governed falls to the next rule, and who is enrolled goes on.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "DELETE",
                "/qsi/gather/workflow-templates/{id}",
                models.OneArchivedTemplate,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                if_match=if_match,
            )
        )

    def apply_workflow_template(
        self,
        id: str,
        body: models.ApplyTemplate,
        *,
        team_id: str | None = None,
        user_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> models.AssignmentList:
        """Apply a workflow template to jobs and job families, in place of what was applied to them before.

        A target that has the template already keeps its assignment, with the new threshold. 409 for an archived
        template.

        It causes no event.

        Key scope: `gather`. Least role of a session: `manager`.
        """
        return self._call(
            Call(
                "POST",
                "/qsi/gather/workflow-templates/{id}/apply",
                models.AssignmentList,
                parameters={"id": id},
                query={"teamId": team_id, "userId": user_id},
                body=body,
                idempotency_key=idempotency_key or new_idempotency_key(),
            )
        )

    def get_screening(self, invite_token: str) -> models.OneScreening:
        """Show a candidate the questions.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "GET",
                "/screening/{inviteToken}",
                models.OneScreening,
                parameters={"inviteToken": invite_token},
                credential=Credential.NONE,
            )
        )

    def give_answer(
        self, invite_token: str, question_id: str, body: models.AnswerRequest
    ) -> models.OneAnswer:
        """Keep a candidate's answer; the last one before completion counts.

        It may cause `candidate_interview.partially_completed`, `candidate_interview.status_changed`.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "PUT",
                "/screening/{inviteToken}/answers/{questionId}",
                models.OneAnswer,
                parameters={"inviteToken": invite_token, "questionId": question_id},
                body=body,
                credential=Credential.NONE,
            )
        )

    def complete_screening(self, invite_token: str) -> models.OneScreening:
        """Complete the interview; again returns the same and does nothing.

        It may cause `candidate_interview.completed`, `candidate_interview.status_changed`, `workflow.step.completed`, `workflow.step.failed`, `workflow.step.waiting_for_evaluation`, `workflow.enrollment.completed`, `workflow.enrollment.failed`, `workflow.step.invited`.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/screening/{inviteToken}/complete",
                models.OneScreening,
                parameters={"inviteToken": invite_token},
                credential=Credential.NONE,
            )
        )

    def give_consent(self, invite_token: str, body: models.GiveConsent) -> models.OneConsent:
        """Agree to what happens to the answers; again it stays as it was.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "PUT",
                "/screening/{inviteToken}/consent",
                models.OneConsent,
                parameters={"inviteToken": invite_token},
                body=body,
                credential=Credential.NONE,
            )
        )

    def get_interview_conversation(self, invite_token: str) -> models.OneInterviewConversation:
        """Show the conversation with all of its turns; before the beginning it has none.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "GET",
                "/screening/{inviteToken}/conversation",
                models.OneInterviewConversation,
                parameters={"inviteToken": invite_token},
                credential=Credential.NONE,
            )
        )

    def begin_interview_conversation(self, invite_token: str) -> models.OneInterviewConversation:
        """Begin the conversation: the interviewer greets and asks the first question.

        A conversation that was begun before goes on.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/screening/{inviteToken}/conversation",
                models.OneInterviewConversation,
                parameters={"inviteToken": invite_token},
                credential=Credential.NONE,
            )
        )

    def get_speech_session(self, invite_token: str) -> models.OneSpeechSession:
        """Tell how the candidate's speech becomes text: streamed, uploaded, or not at all.

        Each address of a stream counts; who has had 40 of them uploads recordings.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "GET",
                "/screening/{inviteToken}/conversation/speech",
                models.OneSpeechSession,
                parameters={"inviteToken": invite_token},
                credential=Credential.NONE,
            )
        )

    def take_turn(self, invite_token: str, body: models.TakeTurn) -> models.TurnsTaken:
        """Say something, stay silent or end the conversation; the interviewer responds.

        The same `turnId` again returns what came of it the first time, and does nothing. With `prepare` no turn
        is taken: the reply to one that may follow is prepared.

        It may cause `candidate_interview.partially_completed`, `candidate_interview.status_changed`, `candidate_interview.completed`, `workflow.step.completed`, `workflow.step.failed`, `workflow.step.waiting_for_evaluation`, `workflow.enrollment.completed`, `workflow.enrollment.failed`, `workflow.step.invited`.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/screening/{inviteToken}/conversation/turns",
                models.TurnsTaken,
                parameters={"inviteToken": invite_token},
                body=body,
                credential=Credential.NONE,
            )
        )

    def announce_recording(self, invite_token: str, body: models.RecordingRequest) -> models.Upload:
        """Give a recording a place to be uploaded to.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/screening/{inviteToken}/media",
                models.Upload,
                parameters={"inviteToken": invite_token},
                body=body,
                credential=Credential.NONE,
            )
        )

    def create_candidate_request(
        self, invite_token: str, body: models.CreateCandidateRequest
    ) -> models.OneRequest:
        """Ask the team for more time, another format or an answer, or withdraw.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/screening/{inviteToken}/requests",
                models.OneRequest,
                parameters={"inviteToken": invite_token},
                body=body,
                credential=Credential.NONE,
            )
        )

    def announce_resume(self, invite_token: str, body: models.ResumeRequest) -> models.Upload:
        """Give a résumé a place to be uploaded to.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "POST",
                "/screening/{inviteToken}/resume",
                models.Upload,
                parameters={"inviteToken": invite_token},
                body=body,
                credential=Credential.NONE,
            )
        )

    def give_resume(self, invite_token: str, body: models.GiveResume) -> models.OneResume:
        """Hand in a résumé that was uploaded, in place of an earlier one.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "PUT",
                "/screening/{inviteToken}/resume",
                models.OneResume,
                parameters={"inviteToken": invite_token},
                body=body,
                credential=Credential.NONE,
            )
        )

    def take_resume_back(self, invite_token: str) -> models.OneResume:
        """Remove the résumé that was handed in; without one nothing happens.

        It causes no event.

        Takes no key: the token in the address is the credential.
        """
        return self._call(
            Call(
                "DELETE",
                "/screening/{inviteToken}/resume",
                models.OneResume,
                parameters={"inviteToken": invite_token},
                credential=Credential.NONE,
            )
        )
