"""The scoring of bridge asked of the service, in a body and in a query."""

from typing import Any

from tests.support.api.service import make_client
from tests.support.samples import sample_log

BRIDGE = sample_log("bridge")


def test_a_body_or_a_query_asks_for_it() -> None:
    client = make_client()

    def judged(query: str = "", **asked: Any) -> Any:
        return client.post(f"/v1/analyses{query}", json=BRIDGE | asked)

    assert judged().get_json()["scoring"] == "matchpoints"
    in_imps = judged(scoring="imps").get_json()
    assert in_imps["scoring"] == "imps"
    assert [play["imps"] for play in in_imps["plays"] if play["swing"]] == [1, 12, 12, 12, 12]
    assert judged("?scoring=rubber", scoring="imps").get_json()["scoring"] == "rubber"
    refused = judged(scoring="teams")
    assert refused.status_code == 422
    assert refused.get_json()["errors"][0]["pointer"] == "/scoring"
    in_a_deal = client.post(
        "/v1/analyses",
        json={"variant": "bridge", "deals": [{key: BRIDGE[key] for key in BRIDGE if key != "variant"}]},
    )
    assert in_a_deal.get_json()["deals"][0]["scoring"] == "matchpoints"
