"""Responses of DynamoDB as botocore's client of the table returns them: in the service's own JSON."""

from botocore.parsers import JSONParser, ResponseParserFactory


class PlainJsonParser(JSONParser):
    """Leaves a JSON response as it came; DynamoDB's needs no conversion, and converting it is most of the
    time that a stock client spends on a page of items."""

    def _parse_shape(self, shape: object, node: object) -> object:
        return node


class PlainJsonParserFactory(ResponseParserFactory):
    """Makes that parser for every protocol."""

    def create_parser(self, protocol_name: str) -> JSONParser:
        return PlainJsonParser()
